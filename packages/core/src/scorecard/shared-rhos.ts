import { type Frame, type FrameTerms, pairsAt, placesWhere } from "../frame/frame.ts";
import { rankedColumn } from "../numerics/ranked-column.ts";
import { effectiveUnits } from "../repeats/resampling-unit.ts";
import { replicated } from "../resampling/bootstrap.ts";
import { pairedDifference, type PairedDifference } from "../resampling/paired-difference.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";
import { correlationWithPeople, type CorrelationWithPeople } from "./correlation-with-people.ts";
import { frameUnit } from "./frame-unit.ts";

/** Of fewer pairs even ρ = 1 is no evidence: chance gives it in 1 of 24 orders of 4. */
export const FEWEST_PAIRS = 5;

export interface RhoOptions {
  readonly seed: string;
  readonly replicates: number;
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
  /** The number of units that were resampled. */
  readonly units: number;
  /** In the order of the columns. */
  readonly rhos: readonly CorrelationWithPeople[];
  /** ρ of one of them minus that of another, by their places in `rhos`. */
  readonly difference: (first: number, second: number) => RhoDifference;
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
  const units = unitsShown(pairs, effectiveUnits(pairs, unit));
  const ofTruth = rankedColumn(truth[term]);
  const made = replicated(
    shared.columns.map((column) => rankCorrelation(rankedColumn(column[term]), ofTruth)),
    pairs,
    { ...resampling, ...(unit.clusters && { clusters: unit.clusters }) },
  );
  const rhos = made.map((rho) => correlationWithPeople(rho, units));
  return {
    pairs,
    units: unit.count,
    rhos,
    difference: (first, second) => {
      const [a, b] = [made[first]!, made[second]!];
      const difference = pairedDifference({ ...a, items: units }, { ...b, items: units });
      return {
        ...difference,
        p: units >= 2 ? difference.p : Number.NaN,
        pairs,
        first: rhos[first]!,
        second: rhos[second]!,
      };
    },
  };
}

/** The units behind an error; NaN for so few pairs that nothing is shown. */
export function unitsShown(pairs: number, effective: number): number {
  return pairs < FEWEST_PAIRS ? Number.NaN : effective;
}

/** The places of the pairs that people's number and an estimate of each column are known of. */
export function scoredPlaces(
  frame: Frame,
  term: keyof FrameTerms,
  columns: readonly number[],
): Uint32Array {
  const needed = [frame.truth, ...columns.map((column) => frame.columns[column]!)];
  return placesWhere(frame, (i) => needed.every((terms) => !Number.isNaN(terms[term][i])));
}
