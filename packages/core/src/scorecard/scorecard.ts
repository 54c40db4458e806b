import type { Frame } from "../frame/frame.ts";
import { areShown } from "../repeats/above-chance.ts";
import type { Label } from "../types.ts";
import { elicitedDistances } from "./elicited-distances.ts";
import { rhoDifference } from "./rho-difference.ts";
import { knownLabels, scoredColumn } from "./scored-column.ts";
import type { Scored, ScoredTerm } from "./scored.ts";
import type { RhoDifference } from "./shared-rhos.ts";

export interface ScorecardOptions {
  /** The seed of the resamples; "1" by default. */
  readonly seed?: string;
  /** The number of resamples; 2,000 by default, which give a standard error to within 1.6 %. */
  readonly replicates?: number;
  /** The quantity that is scored; PMI by default. */
  readonly term?: ScoredTerm;
  /**
   * The unit to resample whole: a field of contexts that have several, `context`, `x`, `label` or
   * `pair`. By default the coarsest that repeats.
   */
  readonly unit?: string | undefined;
  /** The place of each label, where labels have an order. */
  readonly order?: ReadonlyMap<Label, number> | undefined;
  /**
   * Whether to leave out distances, as where pairs are a draw: no x then has all its labels, so its
   * distribution is unknown.
   */
  readonly withoutDistances?: boolean;
}

/** How well the columns of a frame agree with people's numbers. */
export interface Scorecard {
  /** In the order of the frame's columns; `undefined` for one with fewer than three pairs. */
  readonly columns: readonly (Scored | undefined)[];
  /** ρ of the first column minus that of the second; `undefined` for fewer than three pairs. */
  readonly difference: (first: number, second: number) => RhoDifference | undefined;
}

/**
 * The scores of each column of a frame against people's numbers, over its pairs that have both.
 * This is the one place where ρ, its interval and its verdict are computed:
 *
 * - ρ is Spearman's over distinct pairs. A pair counts once, however many rows or people have it.
 * - The coarsest unit that repeats is resampled whole ({@link frameUnit}), 2,000 times. Error and
 *   interval are Student's t of as many units; there are none for fewer than five pairs or two
 *   units, and fewer than ten units are called few.
 * - The verdict on whether estimates use both x and y is that of {@link areShown} over all columns.
 * - Frames of the same pairs give the same numbers, whatever the order of their rows.
 *
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * const builder = frameBuilder(["mine"]);
 * const pairs = [["cat", "dog", 1.2, 0.8], ["cat", "sun", -0.4, -0.9], ["day", "sun", 0.9, 1.1]];
 * for (const [x, y, people, mine] of pairs)
 *   builder.add({ x, y, truth: { marginal: 0.1, pmi: people }, estimates: [{ pmi: mine }] });
 * scorecard(builder.build()).columns; // → [{ rho: 0.5, pairs: 3 }]
 */
export function scorecard(frame: Frame, options: ScorecardOptions = {}): Scorecard {
  const { seed = "1", replicates = 2000, term = "pmi", unit } = options;
  const { order, withoutDistances = false } = options;
  const scoring = { seed, replicates, term, unit };
  const labels = knownLabels(frame, term);
  const columns = frame.columns.map((_, column) =>
    scoredColumn(frame, column, { ...scoring, labels }),
  );
  const shown = areShown(columns.map((scored) => scored?.gate));
  const distancesOf = (column: number) =>
    withoutDistances ? undefined : elicitedDistances(frame, column, { ...scoring, order });
  return {
    columns: columns.map((scored, column): Scored | undefined => {
      if (scored === undefined) return undefined;
      const { gate, ...others } = scored;
      const distances = distancesOf(column);
      return {
        ...others,
        ...(gate && { gate: { ...gate, aboveChance: shown[column]! } }),
        ...(distances && { distances }),
      };
    }),
    difference: (first, second) => rhoDifference(frame, [first, second], scoring),
  };
}
