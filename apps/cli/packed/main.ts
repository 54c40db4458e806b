import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPack } from "./check-pack.ts";
import { checkTemplates } from "./check-templates.ts";
import { checkSdk } from "./check-sdk.ts";
import { checkBundled, checkInstalled } from "./check-sizes.ts";
import { installPacked, packAll } from "./install-packed.ts";
import { command, documents, libraries, oldestNode } from "./published.ts";
import { fetchNode, useUnder } from "./use-under.ts";
import { writePrograms } from "./write-programs.ts";

// Packs what would be published, installs it into an empty project outside the workspace, and uses
// it there: the types, the programs of the READMEs, every entry point, the command; under the Node
// that runs this and under the oldest one that is promised.

const folder = await mkdtemp(join(tmpdir(), "promptnce-packed-"));
const project = join(folder, "all");
try {
  const all = [...libraries, command];
  // npm fetches both at once.
  const [oldest, tarballs] = await Promise.all([
    oldestNode().then((spec) => fetchNode(spec, tmpdir())),
    packAll(all, folder),
  ]);
  await installPacked(
    all.map(({ name }) => name),
    tarballs,
    project,
  );
  await checkInstalled(tarballs, join(folder, "alone"));
  await checkBundled(project);
  await checkSdk(join(folder, "alone/providers"), oldest);

  await checkTemplates(project);
  const names = libraries.map(({ name }) => name);
  const readmes = libraries.map(({ name, folder }) => [name, join(folder, "README.md")] as const);
  const programs = await writePrograms(new Map([...readmes, ...documents]), names, project);
  console.log(`${programs.length} programs compile against the packed types`);

  await Promise.all([process.execPath, oldest].map((node) => useUnder(node, programs, project)));
  await checkPack(project);
} finally {
  await rm(folder, { recursive: true });
}
