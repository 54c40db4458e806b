import { type Frame, pairsAt } from "../frame/frame.ts";
import { rankedColumn } from "../numerics/ranked-column.ts";
import { effectiveUnits } from "../repeats/resampling-unit.ts";
import { type Replicated, replicated } from "../resampling/bootstrap.ts";
import { pairedDifference, type PairedDifference } from "../resampling/paired-difference.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";
import { correlationWithPeople, type CorrelationWithPeople } from "./correlation-with-people.ts";
import { frameUnit } from "./frame-unit.ts";
import { scoredPlaces, type ScoringOptions, unitsShown } from "./scored-column.ts";

/** The difference of ρ between two columns, over the pairs that both estimate. */
export interface RhoDifference extends PairedDifference {
  readonly pairs: number;
  readonly first: CorrelationWithPeople;
  readonly second: CorrelationWithPeople;
}

/** ρ of the first column minus that of the second; `undefined` for fewer than three pairs. */
export function rhoDifference(
  frame: Frame,
  columns: readonly [first: number, second: number],
  { term, ...resampling }: ScoringOptions,
): RhoDifference | undefined {
  const shared = pairsAt(frame, scoredPlaces(frame, term, columns));
  const { pairs, keys, truth } = shared;
  if (pairs < 3) return undefined;
  const unit = frameUnit(keys);
  const units = unitsShown(pairs, effectiveUnits(pairs, unit));
  const ofTruth = rankedColumn(truth[term]);
  const rhos = columns.map((column) =>
    rankCorrelation(rankedColumn(shared.columns[column]![term]), ofTruth),
  );
  const [first, second] = replicated(rhos, pairs, {
    ...resampling,
    ...(unit.clusters && { clusters: unit.clusters }),
  }) as [Replicated, Replicated];
  const difference = pairedDifference({ ...first, items: units }, { ...second, items: units });
  return {
    ...difference,
    p: units >= 2 ? difference.p : Number.NaN,
    pairs,
    first: correlationWithPeople(first, units),
    second: correlationWithPeople(second, units),
  };
}
