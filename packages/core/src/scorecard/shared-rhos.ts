import {
  type Frame,
  type FrameColumn,
  type FrameTerms,
  pairsAt,
  placesWhere,
} from "../frame/frame.ts";
import { rankedColumn } from "../numerics/ranked-column.ts";
import { effectiveUnits, type ResamplingUnit } from "../repeats/resampling-unit.ts";
import type { ReplicatedStatistic } from "../resampling/bootstrap.ts";
import {
  pairedDifference,
  type PairedDifference,
  pairedP,
} from "../resampling/paired-difference.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";
import { correlationWithPeople, type CorrelationWithPeople } from "./correlation-with-people.ts";
import { frameReplicates, type Resampling } from "./frame-replicates.ts";
import { frameUnit } from "./frame-unit.ts";

/** Of fewer pairs even ρ = 1 is no evidence: chance gives it in 1 of 24 orders of 4. */
export const FEWEST_PAIRS = 5;

export interface RhoOptions extends Resampling {
  /** The quantity whose ρ with people's is computed. */
  readonly term: keyof FrameTerms;
  /** The unit to resample whole; the coarsest that repeats if not given ({@link frameUnit}). */
  readonly unit?: string | undefined;
}

/** The difference of ρ between two columns, over the pairs that both estimate. */
export interface RhoDifference extends PairedDifference {
  readonly pairs: number;
  readonly first: CorrelationWithPeople;
  readonly second: CorrelationWithPeople;
}

/** ρ of several columns over the pairs that all of them estimate, on the same resamples. */
export interface SharedRhos {
  readonly pairs: number;
  /** The name of the unit that was resampled. */
  readonly unit: string;
  /** How many of it. */
  readonly units: number;
  /** In the order of the columns. */
  readonly rhos: readonly CorrelationWithPeople[];
  /** ρ of one of them minus that of another, by their places in `rhos`. */
  readonly difference: (first: number, second: number) => RhoDifference;
  /** The p of their difference alone, for many pairs of columns. */
  readonly p: (first: number, second: number) => number;
}

/** Columns over the pairs that all of them estimate, with the replicates of their ρ. */
export interface SharedReplicates {
  readonly pairs: number;
  readonly unit: ResamplingUnit;
  /** The units behind an error; see {@link unitsShown}. */
  readonly shown: number;
  readonly columns: readonly RhoReplicates[];
}

/** The ρ of a column, and what it was found from. */
interface RhoReplicates {
  readonly found: CorrelationWithPeople;
  readonly made: ReplicatedStatistic;
}

/**
 * ρ with people's of several columns, without the other scores of a scorecard; `undefined` for
 * fewer than three pairs. Blind controls that are columns of the frame have error and interval by
 * it too.
 *
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * const builder = frameBuilder(["mine"]);
 * for (const [people, mine] of ["11", "22", "34", "43"]) {
 *   const truth = { marginal: 0.1, pmi: Number(people) };
 *   builder.add({ x: people, y: "dog", truth, estimates: [{ pmi: Number(mine) }] });
 * }
 * sharedRhos(builder.build(), [0], { seed: "1", replicates: 100, term: "pmi" }).rhos[0].rho;
 * // → 0.8
 */
export function sharedRhos(
  frame: Frame,
  columns: readonly number[],
  { term, unit: named, ...resampling }: RhoOptions,
): SharedRhos | undefined {
  const asked = { ...frame, columns: columns.map((column) => frame.columns[column]!) };
  const shared = pairsAt(asked, scoredPlaces(frame, term, columns));
  const { pairs, keys, truth } = shared;
  if (pairs < 3) return undefined;
  const unit = frameUnit(keys, named);
  const shown = unitsShown(pairs, effectiveUnits(pairs, unit));
  const ofTruth = rankedColumn(truth[term]);
  const rhos = shared.columns.map((column) =>
    rankCorrelation(rankedColumn(valuesOf(column, term)), ofTruth),
  );
  const made = frameReplicates(keys, unit, rhos, resampling);
  const found = made.map((one) => ({ made: one, found: correlationWithPeople(one, shown) }));
  return sharedOf({ pairs, unit, shown, columns: found });
}

/** The shared ρ of columns from their replicates. */
export function sharedOf({ pairs, unit, shown, columns }: SharedReplicates): SharedRhos {
  const madeOf = (column: number): ReplicatedStatistic => ({
    ...columns[column]!.made,
    items: shown,
  });
  return {
    pairs,
    unit: unit.name,
    units: unit.count,
    rhos: columns.map(({ found }) => found),
    difference: (first, second) => {
      const difference = pairedDifference(madeOf(first), madeOf(second));
      return {
        ...difference,
        p: shown >= 2 ? difference.p : Number.NaN,
        pairs,
        first: columns[first]!.found,
        second: columns[second]!.found,
      };
    },
    p: (first, second) => (shown >= 2 ? pairedP(madeOf(first), madeOf(second)) : Number.NaN),
  };
}

/** The units behind an error; NaN for so few pairs that nothing is shown. */
export function unitsShown(pairs: number, effective: number): number {
  return pairs < FEWEST_PAIRS ? Number.NaN : effective;
}

/** The values of a column that are ranked against people's term. */
export function valuesOf(column: FrameColumn, term: keyof FrameTerms): Float64Array {
  return column[column.ranked ?? term];
}

/** The places of the pairs that people's number and an estimate of each column are known of. */
export function scoredPlaces(
  frame: Frame,
  term: keyof FrameTerms,
  columns: readonly number[],
): Uint32Array {
  const needed = [frame.truth[term], ...columns.map((m) => valuesOf(frame.columns[m]!, term))];
  return placesWhere(frame, (i) => needed.every((values) => !Number.isNaN(values[i])));
}
