import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

export type Cells = Record<string, string>;

export const parsed = (csv: string): Cells[] =>
  Papa.parse<Cells>(csv, { header: true, skipEmptyLines: true }).data;

/** The result of recorded masses. */
export async function estimated(rows: readonly object[], ...args: string[]) {
  const file = join(newFolder(), "survey.csv");
  writeFileSync(file, Papa.unparse([...rows]));
  const out = `${file}.out.csv`;
  const run = await promptnce(["estimate", "--recorded", file, "--out", out, ...args]);
  return { ...run, rows: () => parsed(readFileSync(out, "utf8")) };
}
