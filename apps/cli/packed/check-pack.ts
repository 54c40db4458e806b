import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packRegistry } from "./pack-registry.ts";
import { run } from "./run.ts";

const root = join(import.meta.dirname, "../../..");
const pack = "@example/prompts";

/**
 * Publishes `examples/pack` to a registry on the loopback, installs it beside the installed packages as a team would,
 * and uses it by both programs; then raises its version with another text, which refuses the old run until the old
 * version is back.
 */
export async function checkPack(project: string): Promise<void> {
  await using registry = await packRegistry();
  const [team, folder] = [join(project, "team"), join(project, "team-at-work")];
  const own = `@example:registry=${registry.url}/\n${registry.url.replace("http:", "")}/:_authToken=none\n`;
  const npm = (where: string, ...args: string[]) => run("npm", [...args, "--loglevel=error"], { folder: where });
  const publish = async (version: string): Promise<void> => {
    await npm(team, "version", version, "--no-git-tag-version");
    await npm(team, "publish");
  };
  const install = (version: string) =>
    npm(project, "install", `${pack}@${version}`, "--prefer-offline", "--no-audit", "--no-fund");
  const bench = (...args: string[]) =>
    run(process.execPath, [join(root, "apps/bench/src/main.ts"), ...args], { folder });

  await cp(join(root, "examples/pack"), team, { recursive: true });
  await cp(team, folder, { recursive: true, filter: (path) => path === team });
  for (const where of [team, project]) await writeFile(join(where, ".npmrc"), own);
  await run(process.execPath, ["--test"], { folder: team });
  await publish("1.0.0");
  await install("1.0.0");

  const rows = ["Snow again,calm", "A strike is over,hope", "Prices rise,worry", "No trains,anger", "A goal,joy"];
  await writeFile(join(folder, "rows.csv"), `headline,mood\n${rows.join("\n")}\n`);
  const estimate = ["estimate", "rows.csv", "--task", "moods", "--y", "mood", "--pack", pack, "--out", "scored.csv"];
  await run(join(project, "node_modules/.bin/promptnce"), estimate, { folder });
  assert.match(await readFile(join(folder, "scored.csv"), "utf8"), /^Snow again,calm,calm,promptnce,.*,ok,/m);

  const small = ["--pairs", "40", "--dev", "10", "--experiment", "structure,pmi"];
  const first = await bench("--pack", pack, "--dataset", "readers,synthetic-words", ...small);
  assert.match(first.stdout, /\| readers +\|/);
  assert.equal((await bench("report", "out")).stdout, first.stdout);

  const text = join(team, "index.js");
  const raised = (await readFile(text, "utf8")).replace("version: 2,", "version: 3,").replace("Of all", "Among all");
  await writeFile(text, raised);
  await publish("2.0.0");
  await install("2.0.0");
  const wording = "was asked in the wording words/conditional@2, which this program or its packs words otherwise";
  await assert.rejects(bench("report", "out"), (error: Error) => {
    return error.message.includes(wording) && error.message.includes(`${pack} 1.0.0 makes the report again`);
  });
  await install("1.0.0");
  assert.equal((await bench("report", "out")).stdout, first.stdout);
  console.log(`${pack}: published, installed, used by both programs, raised, and refused for the run before`);
}
