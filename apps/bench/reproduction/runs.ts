import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mapConcurrently } from "@promptnce/core";
import { showProgress } from "@promptnce/command/terminal";
import Papa from "papaparse";
import { RunError } from "../src/output/document-program.ts";
import { FIRST_SEED } from "./document.ts";
import type { Finding, TableRow } from "./finding.ts";

/** The rows of each finding's table, from the runs of one seed. */
export type Tables = ReadonlyMap<Finding, readonly TableRow[]>;

/** Runs bench for these seeds, once per respondent, for the datasets of the findings. */
export async function runSeeds(
  findings: readonly Finding[],
  seeds: number,
  data?: string,
): Promise<Tables[]> {
  const tables = Array.from({ length: seeds }, () => new Map<Finding, readonly TableRow[]>());
  const profiles = [...Map.groupBy(findings, ({ profile = "model-like" }) => profile)];
  const runs = tables.flatMap((left, i) =>
    profiles.map((of) => ({ left, seed: FIRST_SEED + i, of })),
  );
  const of = `bench on ${data === undefined ? "the synthetic worlds" : "the real data"},`;
  using bar = await showProgress(runs.length, process.stderr, {
    doing: `Running ${of}`,
    did: `ran ${of}`,
  });
  const run = async ({ left, seed, of: [profile, about] }: (typeof runs)[number]) => {
    const args = [
      "--seed",
      `${seed}`,
      "--profile",
      profile,
      ...(data === undefined ? [] : ["--data", data]),
    ];
    for (const [finding, rows] of await tablesOf(args, about)) {
      left.set(finding, rows);
    }
  };
  // One run takes about 500 MB.
  const size = Math.min(availableParallelism(), 4);
  let done = 0;
  for await (const { length } of mapConcurrently([runs], run, { size, order: "ends" })) {
    done += length;
    bar.update(done);
  }
  return tables;
}

async function tablesOf(args: readonly string[], findings: readonly Finding[]): Promise<Tables> {
  const experiments = new Set(findings.map(({ experiment, table }) => experiment ?? table));
  return runBench([...args, "--experiment", [...experiments].join()], async (out) => {
    const read = findings.map(async (finding) => {
      const text = await readFile(join(out, "tables", `${finding.table}.csv`), "utf8");
      return [
        finding,
        Papa.parse<TableRow>(text, { header: true, skipEmptyLines: true }).data,
      ] as const;
    });
    return new Map(await Promise.all(read));
  });
}

/**
 * Runs bench and reads a value from its output folder.
 *
 * @throws RunError if the run fails
 */
async function runBench<T>(args: readonly string[], read: (out: string) => Promise<T>): Promise<T> {
  const main = join(import.meta.dirname, "../src/main.ts");
  const out = await mkdtemp(join(tmpdir(), "promptnce-reproduction-"));
  try {
    await promisify(execFile)(process.execPath, [main, ...args, "--out", out], {
      env: { ...process.env, PROMPTNCE_DATA: undefined },
      maxBuffer: 2 ** 26,
    });
    return await read(out);
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new RunError(`bench ${args.join(" ")}: ${stderr.trim().split("\n").at(-1) || message}`, {
      cause: error,
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
