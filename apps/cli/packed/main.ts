import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPack } from "./check-pack.ts";
import { checkTemplates } from "./check-templates.ts";
import { countInstalled, type Lockfile } from "./count-installed.ts";
import { installPacked } from "./install-packed.ts";
import { command, documents, libraries, oldestNode } from "./published.ts";
import { fetchNode, useUnder } from "./use-under.ts";
import { writePrograms } from "./write-programs.ts";

// Packs what would be published, installs it into an empty project outside the workspace, and uses
// it there: the types, the programs of the READMEs, every entry point, the command; under the Node
// that runs this and under the oldest one that is promised.

const MOST_PACKAGES = 60;

const project = await mkdtemp(join(tmpdir(), "promptnce-packed-"));
try {
  // npm fetches both at once.
  const [oldest] = await Promise.all([
    oldestNode().then((spec) => fetchNode(spec, tmpdir())),
    installPacked([...libraries, command], project),
  ]);
  const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as Lockfile;
  const count = countInstalled(lock);
  console.log(`${command.name} installs ${count} packages; at most ${MOST_PACKAGES} are allowed`);
  assert.ok(count <= MOST_PACKAGES, "the command installs too many packages");

  await checkTemplates(project);
  const names = libraries.map(({ name }) => name);
  const readmes = libraries.map(({ name, folder }) => [name, join(folder, "README.md")] as const);
  const programs = await writePrograms(new Map([...readmes, ...documents]), names, project);
  console.log(`${programs.length} programs compile against the packed types`);

  await Promise.all([process.execPath, oldest].map((node) => useUnder(node, programs, project)));
  await checkPack(project);
} finally {
  await rm(project, { recursive: true });
}
