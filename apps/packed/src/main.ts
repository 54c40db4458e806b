import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkTemplates } from "./check-templates.ts";
import { countInstalled, type Lockfile } from "./count-installed.ts";
import { installPacked } from "./install-packed.ts";
import { command, documents, libraries, oldestNode } from "./published.ts";
import { run } from "./run.ts";
import { useCommand } from "./use-command.ts";
import { writePrograms } from "./write-programs.ts";

// Packs what would be published, installs it into an empty project outside the workspace, and uses
// it there: the types, the programs of the READMEs, every entry point, the command; under the Node
// that runs this and under the oldest one that is promised.

const MOST_PACKAGES = 60;

const project = await mkdtemp(join(tmpdir(), "promptnce-packed-"));
try {
  await installPacked([...libraries, command], project);
  const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as Lockfile;
  const count = countInstalled(lock);
  console.log(`${command.name} installs ${count} packages; at most ${MOST_PACKAGES} are allowed`);
  assert.ok(count <= MOST_PACKAGES, "the command installs too many packages");

  await checkTemplates(project);
  const names = libraries.map(({ name }) => name);
  const readmes = libraries.map(({ name, folder }) => [name, join(folder, "README.md")] as const);
  const programs = await writePrograms(new Map([...readmes, ...documents]), names, project);
  console.log(`${programs.length} programs compile against the packed types`);

  const oldest = ["--yes", `--package=${await oldestNode()}`, "node", "-p", "process.execPath"];
  const nodes = [process.execPath, (await run("npx", oldest, { folder: project })).trim()];
  for (const node of nodes) {
    const version = (await run(node, ["--version"], { folder: project })).trim();
    const folder = join(project, version);
    await mkdir(folder);
    const place = { folder, path: dirname(node) };
    for (const { file, output } of programs) {
      const printed = await run(node, [file], place);
      if (output !== undefined) assert.equal(printed, output, `what ${file} prints`);
    }
    await useCommand(project, place);
    console.log(`${version}: the programs and the command do what they say`);
  }
} finally {
  await rm(project, { recursive: true });
}
