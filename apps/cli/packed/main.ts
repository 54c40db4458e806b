import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleForBrowser } from "./bundle-for-browser.ts";
import { checkTemplates } from "./check-templates.ts";
import { installFromClone } from "./install-from-clone.ts";
import { installAlone } from "./install-alone.ts";
import { installPacked, packAll } from "./install-packed.ts";
import { command, documents, libraries, oldestNode } from "./published.ts";
import { rehearseRelease } from "./rehearse-release.ts";
import { fetchNode, run } from "./run.ts";
import { useCommand } from "./use-command.ts";
import { usePack } from "./use-pack.ts";
import { simulatedModel } from "./simulated-model.ts";
import { runPrograms, writePrograms } from "./write-programs.ts";

// The smoke test of the packages to publish. It packs and installs them into an empty project
// outside the workspace and uses them there under the oldest supported Node and the newest: types,
// README programs, every entry point and the command. It rehearses a release. Before that, it
// installs each package alone and runs its program.

const folder = await mkdtemp(join(tmpdir(), "promptnce-packed-"));
const project = join(folder, "project");
const all = [...libraries, command];
try {
  const specs = [await oldestNode(), "node@latest"];
  const [tarballs, ...nodes] = await Promise.all([
    packAll(all),
    ...specs.map((spec) => fetchNode(spec, tmpdir())),
  ]);
  await using model = await simulatedModel(documents.get("developers")!, folder);
  await installFromClone(documents.get("developers")!, {
    folder: join(folder, "from-clone"),
    env: model.env,
  });
  await installAlone(all, tarballs, join(folder, "alone"), model.env);
  await installPacked(
    all.map(({ name }) => name),
    tarballs,
    project,
  );
  await checkTemplates(project);
  await bundleForBrowser(project);
  await usePack(project);
  await rehearseRelease(tarballs, join(folder, "release"));

  const names = libraries.map(({ name }) => name);
  // The program of @promptnce/postgres needs a database.
  const readmes = libraries
    .filter(({ name }) => name !== "@promptnce/postgres")
    .map(({ name, folder: home }) => [name, join(home, "README.md")] as const);
  const programs = await writePrograms(new Map([...readmes, ...documents]), names, project);
  for (const node of nodes) {
    const { stdout } = await run(node, ["--version"], { folder });
    const version = stdout.trim();
    const place = { folder: join(project, version), path: dirname(node), env: model.env };
    await mkdir(place.folder);
    await runPrograms(node, programs, place);
    await useCommand(project, place);
    console.log(`${programs.length} programs and the command work as installed, under ${version}`);
  }
} finally {
  await rm(folder, { recursive: true });
}
