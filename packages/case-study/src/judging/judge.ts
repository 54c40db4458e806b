import type { Outcome } from "@promptnce/core";
import type { Comparison } from "./comparisons.ts";
import { outcomeFinder, type Verdict, verdictOf } from "./verdict.ts";

export interface Judged {
  readonly comparison: Comparison;
  /** Of the first kind against the second; absent where either summary has no score. */
  readonly verdict?: Verdict;
}

/**
 * One verdict a comparison of two kinds of summary, in order, from the outcomes of a method's trials in any order. A
 * comparison that lacks either kind is left out.
 *
 * The score is log P̂(attempt | summary) (Section 4.4). Where both trials have P̂(y|x), these are compared as they were
 * elicited, before the clamp, so that a zero loses to any positive number; where a method elicits none (Direct-PMI),
 * the PMIs are, from which the common log P(y) drops out. Equal scores, two zeros among them, are a tie, and so are
 * scores that differ by rounding alone, a relative 1e-12.
 *
 * @throws {RangeError} where a trial has no outcome, or a score that is not a number.
 */
export function judge(
  comparisons: readonly Comparison[],
  outcomes: Iterable<Outcome>,
  [first, second]: readonly [string, string],
): Judged[] {
  const outcomeOf = outcomeFinder(outcomes);
  return comparisons.flatMap((comparison): Judged[] => {
    const trials = [comparison.trials.get(first), comparison.trials.get(second)] as const;
    if (trials[0] === undefined || trials[1] === undefined) return [];
    const verdict = verdictOf(comparison.id, outcomeOf(trials[0].id).estimate, outcomeOf(trials[1].id).estimate);
    return [{ comparison, ...(verdict !== undefined && { verdict }) }];
  });
}
