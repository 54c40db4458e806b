import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { newFolder } from "../promptnce.test.support.ts";

export const PAIRS = `cue,response,n
cat,dog,30
cat,mouse,20
sun,moon,25
sun,hot,10
tree,green,40
tree,leaf,12
sea,water,33
sea,blue,18
night,dark,20
night,moon,9
`;

export type Result = Readonly<Record<string, string>>;

/** The rows of a result. */
export function read(csv: string): Result[] {
  return Papa.parse<Result>(csv, { header: true, skipEmptyLines: true }).data;
}

/** A folder with the rows, and the arguments that most runs share. */
export function given(rows: string | Uint8Array = PAIRS, name = "pairs.csv") {
  const folder = newFolder();
  const file = join(folder, name);
  writeFileSync(file, rows);
  const store = join(folder, "replies.jsonl");
  const args = ["estimate", file, "--task", "words", "--y", "response", "--store", store];
  return { folder, file, store, args };
}
