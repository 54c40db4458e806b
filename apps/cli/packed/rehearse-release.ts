import assert from "node:assert/strict";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { loopbackRegistry } from "./loopback-registry.ts";
import { run } from "./run.ts";

const example = join(import.meta.dirname, "../../../examples/pack");

/** A sentence of the wording words/conditional, which is ours, and what takes its place. */
const OLD = "participants each see ONE cue word and say the FIRST response word that comes to mind";
const NEW = "people hear one word and say the first word that comes to mind";

/**
 * Rehearses a release of a wording alone, and how a team takes it. Publishes all packages as 1.0.0
 * to a registry on the loopback, then `@promptnce/prompts` 1.1.0 with another wording. A team's
 * project follows the README of `examples/pack`: it benches, updates, benches again and compares.
 */
export async function rehearseRelease(
  tarballs: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  await using registry = await loopbackRegistry("@promptnce");
  await mkdir(folder);
  for (const [name, tarball] of Object.entries(tarballs)) {
    const unpacked = await unpack(tarball.replace(/^file:/, ""), join(folder, basename(name)));
    await release(unpacked, "1.0.0", registry.npmrc);
  }
  const team = join(folder, "team");
  await cp(example, team, { recursive: true });
  await writeFile(join(team, ".npmrc"), registry.npmrc);
  const follow = (command: string) => run("sh", ["-ec", command], { folder: team });
  await follow("npm install --prefer-offline --no-audit --no-fund");
  await follow("npx turbo run bench");
  const before = await lockedVersions(team);
  assert.equal(before.get("@promptnce/prompts"), "1.0.0");

  const prompts = join(folder, "prompts", "package");
  await changeWording(join(prompts, "dist/tasks/words.js"));
  await release(prompts, "1.1.0", registry.npmrc);
  await follow("npm update @promptnce/prompts --prefer-online --no-audit --no-fund");
  const after = await lockedVersions(team);
  assert.equal(after.get("@promptnce/prompts"), "1.1.0");
  assert.deepEqual(new Map([...after, ["@promptnce/prompts", "1.0.0"]]), before);

  await follow("npx turbo run bench");
  const compared = "npx promptnce compare bench/default-1.1.0.csv bench/default-1.0.0.csv";
  const { stdout } = await follow(compared);
  assert.match(stdout, /^\| direct-split \| ρ with people's PMI /m);
  const replies = await readFile(join(team, "bench/default-1.1.0.csv.replies.jsonl"), "utf8");
  assert.ok(replies.includes(NEW) && !replies.includes(OLD), "the new wording is asked");
  assert.match(replies, /"words\/conditional","version":2/);
  console.log("prompts 1.1.0 released alone, taken by a team, benched and compared");
}

/** The folder of an unpacked tarball. */
async function unpack(tarball: string, into: string): Promise<string> {
  await mkdir(into);
  await run("tar", ["-xzf", tarball, "-C", into], { folder: into });
  return join(into, "package");
}

/**
 * Publishes a package as a version; others of ours are wanted from 1.0.0 on, as after the first
 * release.
 */
async function release(folder: string, version: string, npmrc: string): Promise<void> {
  const path = join(folder, "package.json");
  const manifest = (await readFile(path, "utf8")).replace(
    /("@promptnce\/[\w-]+": )"\^0\.0\.0"/g,
    '$1"^1.0.0"',
  );
  await writeFile(path, JSON.stringify({ ...(JSON.parse(manifest) as object), version }));
  await writeFile(join(folder, ".npmrc"), npmrc);
  await run("npm", ["publish", "--ignore-scripts", "--loglevel=error"], { folder });
}

/** Changes the text and raises its version, as the README of the package says. */
async function changeWording(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  assert.ok(text.includes(OLD), `the wording is in ${file}`);
  const raised = text.replace('task: "words",', 'task: "words", versions: { conditional: 2 },');
  await writeFile(file, raised.replaceAll(OLD, NEW));
}

/** The versions of our packages in a project, by name. */
async function lockedVersions(project: string): Promise<Map<string, string>> {
  const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const ours = Object.entries(lock.packages).flatMap(([path, { version = "" }]) => {
    const [, name] = /node_modules\/(@promptnce\/[\w-]+)$/.exec(path) ?? [];
    return name === undefined ? [] : [[name, version] as const];
  });
  return new Map(ours);
}
