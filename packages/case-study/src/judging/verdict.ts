import type { Estimate, Outcome } from "@promptnce/core";

/** Whether the first kind of summary scored above the second: win, tie or loss. */
export type Verdict = 1 | 0.5 | 0;

/** Scores that differ by less than this share of them differ by rounding alone. */
const NOISE = 1e-12;

/**
 * Which of two scores of one attempt is the higher; `undefined` where they cannot be compared, as `judge` says. Scores
 * that differ by a relative 1e-12 or less are a tie: the same masses, summed up in another order, may differ in their
 * last digits. PMIs are logarithms, in which that is a difference of 1e-12 as well.
 *
 * @throws {RangeError} naming the comparison where a score is not a number.
 */
export function verdictOf(
  id: string,
  one: Pick<Estimate, "conditional" | "pmi">,
  other: Pick<Estimate, "conditional" | "pmi">,
): Verdict | undefined {
  const term = (["conditional", "pmi"] as const).find((of) => one[of] !== undefined && other[of] !== undefined);
  if (term === undefined) return undefined;
  const [a, b] = [one[term]!, other[term]!];
  if (Number.isNaN(a) || Number.isNaN(b)) {
    throw new RangeError(`Comparison "${id}" has a score that is not a number (NaN).`);
  }
  // A share of the smaller score, so that 0 and −∞ tie with themselves alone.
  const size = Math.max(term === "pmi" ? 1 : 0, Math.min(Math.abs(a), Math.abs(b)));
  if (a === b || Math.abs(a - b) <= NOISE * size) return 0.5;
  return a > b ? 1 : 0;
}

/** Finds the outcome of a trial by its id. @throws {RangeError} from what it returns, where there is none. */
export function outcomeFinder(outcomes: Iterable<Outcome>): (id: string) => Outcome {
  const byTrial = new Map(Array.from(outcomes, (outcome) => [outcome.trial.id, outcome]));
  return (id) => {
    const outcome = byTrial.get(id);
    if (outcome) return outcome;
    throw new RangeError(`Trial "${id}" has no outcome: estimate every trial of every comparison.`);
  };
}
