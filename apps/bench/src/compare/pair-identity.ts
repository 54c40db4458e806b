import type { Row } from "./read-run.ts";

const identifying = ["pair", "x", "y", "conditional", "marginal", "pmi"] as const;

/**
 * What two rows of `estimates.csv` share exactly if they are about one pair: its texts and its true
 * values. An id alone does not tell, since worlds of two seeds use it for different pairs.
 */
export function pairIdentity(row: Row): string {
  return JSON.stringify(identifying.map((name) => row[name]));
}

/** The note that tells of pairs that have one id in both runs but are not the same. */
export function unlikePairs(a: readonly Row[], b: readonly Row[]): string[] {
  const ofA = new Map(a.map((row) => [idOf(row), pairIdentity(row)]));
  const unlike = b.filter((row) => (ofA.get(idOf(row)) ?? pairIdentity(row)) !== pairIdentity(row));
  const { size } = new Set(unlike.map(idOf));
  const [have, are] = size === 1 ? ["1 pair has", "is"] : [`${size} pairs have`, "are"];
  return size === 0 ? [] : [`${have} other texts or other true values in B than in A, and ${are} not compared.`];
}

function idOf(row: Row): string {
  return JSON.stringify([row["dataset"], row["pair"]]);
}
