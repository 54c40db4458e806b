import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Papa from "papaparse";
import { UsageError } from "@promptnce/providers/choose";

/** A row of `estimates.csv`, every field as text. */
export type Row = Readonly<Record<string, string>>;

interface Manifest {
  readonly files?: readonly string[];
  readonly run: { readonly mode?: string };
  readonly simulated: { readonly respondent: boolean; readonly datasets: readonly string[] };
}

interface RunFiles {
  readonly manifest: Manifest;
  readonly estimates: readonly Row[];
  /** Whether anything in it is simulated. */
  readonly simulated: boolean;
}

/**
 * What a run left: its manifest and its estimates of the evaluation pairs, the first sample of each.
 *
 * @throws UsageError where the folder does not hold a run.
 */
export async function readRun(folder: string): Promise<RunFiles> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as Manifest;
    const text = await readFile(join(folder, "estimates.csv"), "utf8");
    const { data } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
    const { respondent, datasets } = manifest.simulated;
    const estimates = data.filter((row) => row["list"] === "evaluation" && row["sample"] === "0");
    return { manifest, estimates, simulated: respondent || datasets.length > 0 };
  } catch {
    throw new UsageError(`${folder} does not hold a run: it needs manifest.json and estimates.csv`);
  }
}

/** A manifest without the list of its files, which differ only as what was asked for does. */
export function facts(manifest: Manifest): object {
  return { ...manifest, files: undefined };
}

/** Runs from before there was a choice are faithful. */
export function modeOf({ run }: Manifest): string {
  return run.mode ?? "faithful";
}
