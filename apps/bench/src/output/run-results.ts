import type { RunResults } from "@promptnce/engine/journal";
import type { RunResult } from "../run/run.ts";
import { runOutcome } from "./run-outcome.ts";

/** The methods that a run finds best, each for its dataset, and what their replies cost. */
export function runResults({ tables, usd }: Pick<RunResult, "tables" | "usd">): RunResults {
  const lines = runOutcome(tables)?.lines ?? [];
  const methods = lines.flatMap(({ about, results }) =>
    results.map(({ name, value }) => ({ title: `${about}: ${name}`, rho: value })),
  );
  return { methods, usd };
}
