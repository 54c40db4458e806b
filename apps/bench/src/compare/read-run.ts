import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@promptnce/providers/choose";
import { openRun } from "@promptnce/rows";
import Papa from "papaparse";

/** A row of `estimates.csv`, every field as text. */
export type Row = Readonly<Record<string, string>>;

/**
 * What a run left: whether anything in it is simulated, its manifest without the list of its files, which differ only as
 * what was asked for does, and its estimates of the evaluation pairs, the first sample of each.
 *
 * @throws UsageError where the folder does not hold a run.
 */
export async function readRun(folder: string) {
  try {
    const { mode, simulated } = await openRun(folder);
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as object;
    const text = await readFile(join(folder, "estimates.csv"), "utf8");
    const { data } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
    const estimates = data.filter((row) => row["list"] === "evaluation" && row["sample"] === "0");
    return { mode, simulated, facts: { ...manifest, files: undefined }, estimates };
  } catch {
    throw new UsageError(`${folder} does not hold a run: it needs manifest.json and estimates.csv`);
  }
}
