import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addInstalled } from "./install-packed.ts";
import { run } from "./run.ts";

const example = join(import.meta.dirname, "../../../examples/pack");

const ROWS = `headline,mood
Snow again,calm
A strike is over,hope
Prices rise,worry
No trains,anger
A goal,joy
`;

/**
 * Installs `examples/pack` beside the packages, as a team would, runs its tests, and estimates with
 * its task.
 */
export async function usePack(project: string): Promise<void> {
  const pack = join(project, "team");
  await cp(example, pack, { recursive: true });
  await run(process.execPath, ["--test"], { folder: pack });
  await addInstalled(project, "./team");
  await writeFile(join(project, "rows.csv"), ROWS);
  const task = "--task moods --y mood --pack @example/prompts".split(" ");
  const promptnce = join(project, "node_modules/.bin/promptnce");
  await run(promptnce, ["estimate", "rows.csv", ...task, "--out", "moods.csv"], {
    folder: project,
  });
  const result = await readFile(join(project, "moods.csv"), "utf8");
  assert.match(result, /^Snow again,calm,calm,promptnce,.*,ok,/m);
}
