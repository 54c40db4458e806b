import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type InstallPlace, run } from "./run.ts";

const ROWS = `cue,response,n
SHOVE,PUSH,112
SHOVE,PULL,9
CAT,DOG,81
CAT,MOUSE,17
SEA,WATER,40
SEA,OCEAN,55
HOT,COLD,90
KING,QUEEN,77
`;

/**
 * Tries the installed command in the folder: its version, an estimate with its page, and a
 * demonstration.
 */
export async function useCommand(project: string, place: InstallPlace): Promise<void> {
  const promptnce = join(project, "node_modules/.bin/promptnce");
  const manifest = await readFile(
    join(project, "node_modules/@promptnce/cli/package.json"),
    "utf8",
  );
  const { version } = JSON.parse(manifest) as { version: string };
  assert.equal((await run(promptnce, ["--version"], place)).stdout.trim(), version);

  await writeFile(join(place.folder, "pairs.csv"), ROWS);
  const estimate =
    "estimate pairs.csv --task words --y response --count n --k 3 --report page.html";
  const { stdout, stderr } = await run(promptnce, estimate.split(" "), place);
  assert.doesNotMatch(stderr, /Warning/);
  const [header, ...rows] = stdout.trim().split("\n");
  assert.match(header ?? "", /pmi/);
  assert.ok(
    rows.length > 0 && rows.every((row) => /,(ok|zero|unreadable),/.test(row)),
    rows.join("\n"),
  );
  await hasPage("page.html");

  await run(promptnce, ["score", "--demo", "--out", "demo"], place);
  await hasPage("demo/report.html");

  async function hasPage(name: string): Promise<void> {
    assert.match(await readFile(join(place.folder, name), "utf8"), /<svg/, `${name} has no figure`);
  }
}
