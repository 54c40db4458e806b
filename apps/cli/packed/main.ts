import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, glob, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loopbackRegistry } from "./loopback-registry.ts";

// The smoke test of the packages as they are published. It packs them, publishes them to a registry
// on the loopback, and installs them from there as the team of `examples/pack` does. There it runs
// the team's tests and its bench, compiles a program that imports every entry point, and runs that,
// the command and the documents under the oldest supported Node.

/** Entry points that are nothing but types: the root of the adapters is their contract. */
const TYPES_ONLY: ReadonlySet<string> = new Set(["@promptnce/providers"]);

const root = join(import.meta.dirname, "../../..");
const project = await mkdtemp(join(tmpdir(), "promptnce-packed-"));
try {
  await using registry = await loopbackRegistry("@promptnce");
  await cp(join(root, "examples/pack"), project, { recursive: true });
  await writeFile(join(project, ".npmrc"), registry.npmrc);
  await run("pnpm run tarballs:pack", root);
  for await (const tarball of glob(join(root, "tarballs/*.tgz"))) {
    await run(`npm publish --loglevel=error ${JSON.stringify(tarball)}`);
  }
  await run("npm install --prefer-offline --no-audit --no-fund @promptnce/postgres @types/node");
  await linkLlama();
  await run("npm test");
  await run("npx turbo run bench");
  const compared = "npx promptnce compare bench/ours-0.0.0.csv bench/default-0.0.0.csv";
  assert.match(await run(compared), /^\| direct-split \| ρ with people's PMI /m);
  await importAll();
  const node = await oldestNode("apps/cli");
  await useCommand(node);
  await followDocuments(await programOf(node), await programOf(await oldestNode(".")));
} finally {
  await rm(project, { recursive: true });
}

/**
 * Lets the packages as installed run model files by the clone's node-llama-cpp, which is larger
 * than all others together.
 */
async function linkLlama(): Promise<void> {
  const installed = await realpath(join(root, "packages/providers/node_modules/node-llama-cpp"));
  await symlink(installed, join(project, "node_modules/node-llama-cpp"));
}

/** Compiles a program that imports every entry point against the installed declarations. */
async function importAll(): Promise<void> {
  const entries: string[] = [];
  for await (const path of glob(join(project, "node_modules/@promptnce/*/package.json"))) {
    const { name, exports } = await manifest<{ name: string; exports: object }>(path);
    const paths = Object.keys(exports).filter((entry) => !entry.endsWith(".json"));
    entries.push(...paths.map((entry) => `${name}${entry.slice(1)}`));
  }
  const imports = entries.map((entry, i) => `import * as m${i} from "${entry}";\n`);
  const modules = entries.flatMap((entry, i) => (TYPES_ONLY.has(entry) ? [] : [`m${i}`])).join();
  const check = `for (const m of [${modules}]) if (Object.keys(m).length === 0) throw Error();\n`;
  await writeFile(join(project, "entry-points.js"), [...imports, check].join(""));
  const options = "--noEmit --allowJs --checkJs --strict --target esnext --module nodenext";
  await run(`${join(root, "node_modules/.bin/tsc")} ${options} --types node entry-points.js`);
  console.log(`${entries.length} entry points as installed, with their types`);
}

/** Runs the entry points, and the command with its page, under a version of Node. */
async function useCommand(node: string): Promise<void> {
  const under = (script: string) => run(`npx --yes --package=${node} -c ${JSON.stringify(script)}`);
  await under("node entry-points.js");
  const estimate = "estimate pairs.csv --task words --y response --count people --k 3";
  const scored = await under(`promptnce ${estimate} --report page.html`);
  assert.match(scored, /,pmi,[^]*,ok,/);
  assert.match(await readFile(join(project, "page.html"), "utf8"), /<svg/);
  await under("promptnce score --demo --out demo");
  console.log(`the entry points and the command work as installed, under ${node}`);
}

/**
 * Runs the command lines of the documents, and the documents that are run whole: those of a clone
 * by the oldest Node for its scripts, all others by the command as installed.
 */
async function followDocuments(node: string, nodeOfClone: string): Promise<void> {
  const documents = ["command-blocks", "tutorial", "developers", "python", "decision-models"];
  const tests = documents.map((name) => `apps/cli/src/documents/${name}.test.ts`).join(" ");
  await run(`node_modules/.bin/vitest run ${tests}`, root, {
    PROMPTNCE_TEST_INSTALLED: project,
    PROMPTNCE_TEST_NODE: node,
    PROMPTNCE_TEST_CLONE_NODE: nodeOfClone,
  });
  console.log("every command line of the documents works as installed, or in a clone");
}

/** The program of npm's `node@…`. */
async function programOf(node: string): Promise<string> {
  return (await run(`npx --yes --package=${node} -c 'command -v node'`)).trim();
}

/** The oldest version that a package supports, as npm's `node@…`. */
async function oldestNode(folder: string): Promise<string> {
  const path = join(root, folder, "package.json");
  const { engines } = await manifest<{ engines: { node: string } }>(path);
  return engines.node.replace(">=", "node@");
}

async function manifest<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

/** What a command line prints. @throws Error with all that it printed, if it fails */
async function run(command: string, cwd = project, settings = {}): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1", ...settings };
  const how = { cwd, env, maxBuffer: 64e6 };
  try {
    return (await promisify(execFile)("sh", ["-ec", command], how)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command}\n${stdout}${stderr}`, { cause: error });
  }
}
