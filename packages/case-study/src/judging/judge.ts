import type { Estimate, Outcome } from "@promptnce/core";
import type { Comparison } from "./comparisons.ts";

/** Whether the first kind of summary scored above the second: win, tie or loss. */
export type Verdict = 1 | 0.5 | 0;

export interface Judgement {
  readonly comparison: Comparison;
  /** The verdict on the first kind against the second; absent where either summary has no score. */
  readonly verdict?: Verdict;
}

/**
 * One verdict for each comparison of two kinds of summary, in order, from the outcomes of a
 * method's trials in any order. A comparison that lacks either kind is left out.
 *
 * The score is log P̂(attempt | summary) (Section 4.4). Where both trials have P̂(y|x), these are
 * compared as they were elicited, before the clamp, so that a zero loses to any positive number;
 * where a method elicits none (Direct-PMI), the PMIs are, from which the common log P(y) drops out.
 * Equal scores, two zeros among them, are a tie, and so are scores that differ by rounding alone, a
 * relative 1e-12.
 * @throws RangeError where a trial has no outcome, or a score that is not a number
 * @example
 * const trials = new Map([["expert", { id: "1" }], ["generic", { id: "2" }]]);
 * const outcomes = [
 *   { trial: { id: "1" }, estimate: { conditional: 0.5 } },
 *   { trial: { id: "2" }, estimate: { conditional: 0.2 } },
 * ];
 * judge([{ id: "a", trials }], outcomes, ["expert", "generic"])[0].verdict; // → 1
 */
export function judge(
  comparisons: readonly Comparison[],
  outcomes: Iterable<Outcome>,
  [first, second]: readonly [string, string],
): Judgement[] {
  const outcomeOf = outcomeFinder(outcomes);
  return comparisons.flatMap((comparison): Judgement[] => {
    const trials = [comparison.trials.get(first), comparison.trials.get(second)] as const;
    if (trials[0] === undefined || trials[1] === undefined) return [];
    const verdict = verdictOf(
      comparison.id,
      outcomeOf(trials[0].id).estimate,
      outcomeOf(trials[1].id).estimate,
    );
    return [{ comparison, ...(verdict !== undefined && { verdict }) }];
  });
}

/** The relative difference that summing equal masses in another order may cause. */
const NOISE = 1e-12;

type ProgramScore = Pick<Estimate, "conditional" | "pmi">;

/**
 * Which of two scores of one attempt is the higher, as {@link judge} says; `undefined` where they
 * cannot be compared.
 */
export function verdictOf(id: string, one: ProgramScore, other: ProgramScore): Verdict | undefined {
  const term = (["conditional", "pmi"] as const).find(
    (of) => one[of] !== undefined && other[of] !== undefined,
  );
  if (term === undefined) return undefined;
  const [a, b] = [one[term]!, other[term]!];
  if (Number.isNaN(a) || Number.isNaN(b)) {
    throw new RangeError(`Comparison "${id}" has a score that is not a number (NaN).`);
  }
  // A share of the smaller score, so that 0 and −∞ tie with themselves alone; of PMI, a logarithm,
  // it is a difference.
  const size = Math.max(term === "pmi" ? 1 : 0, Math.min(Math.abs(a), Math.abs(b)));
  if (a === b || Math.abs(a - b) <= NOISE * size) return 0.5;
  return a > b ? 1 : 0;
}

/**
 * Finds the outcome of a trial by its id. @throws RangeError from what it returns, where there is
 * none
 */
export function outcomeFinder(outcomes: Iterable<Outcome>): (id: string) => Outcome {
  const byTrial = new Map(Array.from(outcomes, (outcome) => [outcome.trial.id, outcome]));
  return (id) => {
    const outcome = byTrial.get(id);
    if (outcome) return outcome;
    throw new RangeError(`Trial "${id}" has no outcome: estimate every trial of every comparison.`);
  };
}
