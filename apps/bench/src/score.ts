import { bootstrapSpearmanStandardError, spearman } from "@promptnce/core";
import type { Measured } from "./table.ts";

/** How well estimates rank as the truth does. */
export interface Score {
  /** Spearman's ρ with its bootstrap standard error; NaN where either does not vary. */
  readonly rho: Measured;
  /** How many of the pairs have an estimate. */
  readonly scored: number;
  readonly pairs: number;
}

/** Scores what is there: pairs without an estimate are left out and counted, never set to zero. */
export function score(
  pairs: readonly { readonly truth: number; readonly estimate: number | undefined }[],
  seed: string,
): Score {
  const scored = pairs.filter((pair) => pair.estimate !== undefined);
  const truth = scored.map((pair) => pair.truth);
  const estimates = scored.map((pair) => pair.estimate as number);
  return {
    rho: {
      value: spearman(estimates, truth),
      standardError: bootstrapSpearmanStandardError(estimates, truth, { seed }),
    },
    scored: scored.length,
    pairs: pairs.length,
  };
}
