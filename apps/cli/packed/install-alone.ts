import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { addInstalled, installPacked } from "./install-packed.ts";
import type { Published } from "./published.ts";
import { readmeExample } from "./readme-example.ts";
import { type InstallPlace, run } from "./run.ts";

/**
 * Installs each package alone, as a team would that needs only that one, and runs its README's
 * program with the vendor's SDK that the README installs. Prints the installed size beside the
 * README's claim.
 */
export async function installAlone(
  packages: readonly Published[],
  tarballs: Record<string, string>,
  into: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const { name, folder } of packages) {
    const project = join(into, basename(name));
    await installPacked([name], tarballs, project, "--omit=dev");
    const modules = join(project, "node_modules");
    const hasPostgres = existsSync(join(modules, "pg"));
    assert.equal(hasPostgres, name === "@promptnce/postgres", `${name} installs pg`);
    const readme = await readFile(join(folder, "README.md"), "utf8");
    const installed = `${await packagesIn(modules)} packages, ${megabytes(await bytesIn(modules))}`;
    console.log(`${name} alone: ${installed}; its README: ${claimOf(readme)}`);
    if (!/^```ts$/m.test(readme)) continue;
    const sdks = sdksIn(readme);
    if (sdks.length > 0) await addInstalled(project, ...sdks);
    await runExample(readme, { folder: project, env });
  }
}

/**
 * Runs the example under the workspace's Node, which strips types. The oldest supported one runs
 * the compiled programs of all READMEs.
 */
async function runExample(readme: string, place: InstallPlace): Promise<void> {
  const { code, output, files } = readmeExample(readme);
  for (const [name, text] of [...files, ["program.ts", code]] as const) {
    await writeFile(join(place.folder, name), text);
  }
  const { stdout } = await run(process.execPath, ["program.ts"], place);
  if (output !== undefined)
    assert.equal(stdout, output, `what the program prints in ${place.folder}`);
}

/** What the README installs beside packages of ours, as `openai@7`. */
function sdksIn(readme: string): readonly string[] {
  const [, installed = ""] = /^npm install (.*)$/m.exec(readme) ?? [];
  return installed.split(" ").filter((name) => !name.startsWith("@promptnce/"));
}

/** The first sentence under “What it costs”. */
function claimOf(readme: string): string {
  const [, claim] = /^## What it costs\n+(.*?\.)\s/ms.exec(readme) ?? [];
  assert.ok(claim, "the README says what the package costs");
  return claim;
}

/** The number of packages that npm installed, including nested ones. */
async function packagesIn(modules: string): Promise<number> {
  const lock = await readFile(join(modules, ".package-lock.json"), "utf8");
  return Object.keys((JSON.parse(lock) as { packages: object }).packages).length;
}

/** The total size of all files in the folder, not of the disk blocks that they occupy. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
