import type { Outcome } from "@promptnce/core";
import type { BootstrapOptions, ResampledStatistic } from "@promptnce/core/resampling";
import type { Comparison } from "./comparisons.ts";
import { judge } from "./judge.ts";
import {
  countVerdicts,
  ratesOf,
  resampledWinRate,
  scoredStudents,
  tooFewStudents,
  type Rate,
  type WinRate,
} from "./win-rate.ts";

/** How often the first kind of summary beats the second. */
export interface PairRate extends WinRate {
  readonly first: string;
  readonly second: string;
}

/** The rate at which a kind beats the others. */
export interface RankedKind extends Rate {
  readonly kind: string;
  /** The other kinds with which it has a scored comparison. */
  readonly opponents: number;
}

export interface Ranking {
  /** The best kind first; equal rates in the order of the kinds, those without a rate last. */
  readonly kinds: readonly RankedKind[];
  /** Each two kinds once, in the order of the kinds. */
  readonly pairs: readonly PairRate[];
}

/**
 * Which kind of summary knows the student best, from the outcomes of one method's trials.
 *
 * A kind's rate is the plain mean of its win rates against the other kinds it was compared with:
 * how often it beats an opponent drawn at random. Each opponent weighs the same, however many
 * comparisons there are with it, so that leaving out a summary of one student does not move the
 * ranking by much. With two kinds it is the paper's win rate. (A Bradley–Terry strength would order
 * the same where every kind meets every other equally often, and says less plainly what it is.) All
 * rates share their resamples of the students who have a comparison.
 * @throws RangeError where a trial has no outcome, a score is not a number, or `replicates` is no
 * positive whole number
 * @example
 * const trials = new Map([["expert", { id: "1" }], ["generic", { id: "2" }]]);
 * const outcomes = [
 *   { trial: { id: "1" }, estimate: { conditional: 0.5 } },
 *   { trial: { id: "2" }, estimate: { conditional: 0.2 } },
 * ];
 * const comparisons = [{ id: "a", student: "ann", trials }];
 * const { kinds } = rankSummaries(comparisons, outcomes, { seed: "1", replicates: 200 });
 * kinds.map(({ kind, rate }) => [kind, rate]); // → [["expert", 1], ["generic", 0]]
 */
export function rankSummaries(
  comparisons: readonly Comparison[],
  outcomes: readonly Outcome[],
  options: BootstrapOptions,
): Ranking {
  const kinds = [...new Set(comparisons.flatMap(({ trials }) => [...trials.keys()]))];
  const students = [...new Set(comparisons.map(({ student }) => student))];
  const met = kinds.flatMap((first, i) =>
    kinds.slice(i + 1).map((second) => {
      const judged = judge(comparisons, outcomes, [first, second]);
      const [counts, scored] = [countVerdicts(judged), scoredStudents(judged)];
      return { first, second, counts, scored, statistic: resampledWinRate(judged, students) };
    }),
  );
  const ranked = kinds.map((kind) => {
    const own = met.filter(
      ({ first, second, scored }) => scored.length > 0 && (first === kind || second === kind),
    );
    const against = own.map(({ first, statistic }): ResampledStatistic =>
      first === kind ? statistic : (counts) => 1 - statistic(counts),
    );
    const scored = [...new Set(own.flatMap((pair) => pair.scored))];
    return { kind, opponents: own.length, scored, statistic: meanOf(against) };
  });
  const rates = ratesOf([...met, ...ranked], students.length, options);
  const pairs = met.map(({ first, second, counts }, i) => ({
    first,
    second,
    ...counts,
    ...rates[i]!,
  }));
  const rated = ranked.map(({ kind, opponents }, i) => ({
    kind,
    opponents,
    ...rates[met.length + i]!,
  }));
  const height = ({ rate }: Rate): number => (Number.isNaN(rate) ? -1 : rate);
  return { pairs, kinds: rated.sort((a, b) => height(b) - height(a)) };
}

/** The conclusion about a ranking's first kind. */
export interface Leader {
  /** Its rate against the second kind, or the second's against it; absent where they never met. */
  readonly next?: PairRate;
  /**
   * Whether it wins more often than that: the interval is all on its side of one half, and means
   * anything.
   */
  readonly apart: boolean;
}

/**
 * Whether the first kind differs significantly from the next; `undefined` where nothing was scored.
 *
 * @example
 * const kinds = [{ kind: "expert", rate: 0.8 }, { kind: "generic", rate: 0.2 }];
 * const interval = { low: 0.7, high: 0.9 };
 * const pairs = [{ first: "expert", second: "generic", rate: 0.8, students: 40, interval }];
 * leaderOf({ kinds, pairs }).apart; // → true
 */
export function leaderOf({ kinds, pairs }: Ranking): Leader | undefined {
  const [leading, second] = kinds;
  if (leading === undefined || Number.isNaN(leading.rate)) return undefined;
  const both = [leading.kind, second?.kind];
  const next = pairs.find(
    ({ first, second: other }) => both.includes(first) && both.includes(other),
  );
  if (next === undefined) return { apart: false };
  const { low, high } = next.interval;
  return {
    next,
    apart: !tooFewStudents(next) && (next.first === leading.kind ? low > 0.5 : high < 0.5),
  };
}

/** The mean of the defined values; NaN where there are none. */
function meanOf(statistics: readonly ResampledStatistic[]): ResampledStatistic {
  return (counts) => {
    const values = statistics.map((statistic) => statistic(counts)).filter((x) => !Number.isNaN(x));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
}
