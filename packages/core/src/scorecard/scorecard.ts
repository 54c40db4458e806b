import type { Frame } from "../frame/frame.ts";
import { areShown } from "../repeats/above-chance.ts";
import type { Label } from "../types.ts";
import { elicitedDistances } from "./elicited-distances.ts";
import { RESAMPLING } from "./frame-replicates.ts";
import { knownLabels } from "./plain-scores.ts";
import { comparedUnit, type Sampled, scoredColumns, type Unjudged } from "./scored-columns.ts";
import type { Scored, ScoredTerm } from "./scored.ts";
import {
  type RhoDifference,
  scoredPlaces,
  sharedOf,
  sharedRhos,
  type SharedRhos,
} from "./shared-rhos.ts";

export interface ScorecardOptions {
  /** The seed of the resamples; "1" by default. */
  readonly seed?: string;
  /** The number of resamples; 2,000 by default, which give a standard error to within 1.6 %. */
  readonly replicates?: number;
  /** The quantity that is scored; PMI by default. */
  readonly term?: ScoredTerm;
  /**
   * The unit to resample whole: a field of contexts that have several, `context`, `x`, `label` or
   * `pair`. By default the coarsest that repeats; with `pair`, gate and differences still use that
   * one.
   */
  readonly unit?: string | undefined;
  /** Whether to add what tables of methods show beside ρ, as `controls`. */
  readonly controls?: boolean;
  /** What the gate knows of the dataset that the pairs are a sample of. */
  readonly sampled?: Sampled | undefined;
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
  /**
   * ρ of these columns over the pairs that all of them estimate, by which they are compared and
   * marked; `undefined` for fewer than three pairs.
   */
  readonly shared: (columns: readonly number[]) => SharedRhos | undefined;
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
  const { seed, replicates } = { ...RESAMPLING, ...options };
  const { term = "pmi", unit, controls = false } = options;
  const { order, withoutDistances = false } = options;
  const sampled = options.sampled ?? { labelsOfX: knownLabels(frame, term) };
  const resampling = { seed, replicates };
  const scored = columnsByPairs(frame, term).map(({ columns, places }) => {
    const own = { ...frame, columns: columns.map((column) => frame.columns[column]!) };
    return {
      columns,
      ...scoredColumns(own, places, { resampling, term, unit, controls, sampled }),
    };
  });
  const found: (Unjudged | undefined)[] = frame.columns.map(() => undefined);
  for (const { columns, scores } of scored) {
    columns.forEach((column, i) => (found[column] = scores[i]!));
  }
  const shown = areShown(found.map((one) => one?.gate));
  const compared = { ...resampling, term, unit: comparedUnit(term, unit) };
  const shared: Scorecard["shared"] = (asked) => {
    const known = scored.find(({ columns }) => asked.every((column) => columns.includes(column)));
    if (known === undefined) return sharedRhos(frame, asked, compared);
    const ofAsked = asked.map((column) => known.shared.columns[known.columns.indexOf(column)]!);
    return sharedOf({ ...known.shared, columns: ofAsked });
  };
  return {
    columns: found.map((one, column): Scored | undefined => {
      if (one === undefined) return undefined;
      const { gate, ...others } = one;
      const distances = withoutDistances
        ? undefined
        : elicitedDistances(frame, column, { ...resampling, unit, order });
      return {
        ...others,
        ...(gate && { gate: { ...gate, aboveChance: shown[column]! } }),
        ...(distances && { distances }),
      };
    }),
    difference: (first, second) => shared([first, second])?.difference(0, 1),
    shared,
  };
}

/** Columns that estimate the same pairs, with the places of these. */
interface ColumnsByPairs {
  readonly columns: number[];
  readonly places: Uint32Array;
}

/** The columns by the pairs that they estimate, without those of fewer than three. */
function columnsByPairs(frame: Frame, term: ScoredTerm): readonly ColumnsByPairs[] {
  const groups: ColumnsByPairs[] = [];
  for (const column of frame.columns.keys()) {
    const places = scoredPlaces(frame, term, [column]);
    if (places.length < 3) continue;
    const same = groups.find(
      (group) =>
        group.places.length === places.length &&
        group.places.every((place, i) => place === places[i]),
    );
    if (same) same.columns.push(column);
    else groups.push({ columns: [column], places });
  }
  return groups;
}
