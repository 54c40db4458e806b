import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "./run.ts";
import { useCommand } from "./use-command.ts";
import type { Program } from "./write-programs.ts";

/** The file of a Node that npm has fetched, as `node@22.13`. */
export async function fetchNode(spec: string, folder: string): Promise<string> {
  const args = ["--yes", `--package=${spec}`, "node", "-p", "process.execPath"];
  return (await run("npx", args, { folder })).stdout.trim();
}

/** Runs the programs and the installed command under a Node, in a folder of its own in the project. */
export async function useUnder(node: string, programs: readonly Program[], project: string): Promise<void> {
  const version = (await run(node, ["--version"], { folder: project })).stdout.trim();
  const folder = join(project, version);
  await mkdir(folder);
  const place = { folder, path: dirname(node) };
  for (const { file, output, files } of programs) {
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    const { stdout } = await run(node, [file], place);
    if (output !== undefined) assert.equal(stdout, output, `what ${file} prints`);
  }
  await useCommand(project, place);
  console.log(`${version}: the programs and the command do what they say`);
}
