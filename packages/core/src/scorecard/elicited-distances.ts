import { distancesByX } from "../distances/distances-by-x.ts";
import { type Frame, pairsAt, placesWhere } from "../frame/frame.ts";
import { replicated } from "../resampling/bootstrap.ts";
import { resampledMean } from "../resampling/resampled-mean.ts";
import { standardError } from "../resampling/standard-error.ts";
import type { Label } from "../types.ts";
import { frameUnit } from "./frame-unit.ts";

/** A mean over x with its bootstrap standard error; NaN for a single x. */
export interface MeanDistance {
  readonly mean: number;
  readonly standardError: number;
}

/** Distances between distributions over the labels of an x, averaged over x. */
export interface ElicitedDistances {
  /** The number of x. */
  readonly x: number;
  readonly totalVariation: MeanDistance;
  /** In nats. */
  readonly jensenShannon: MeanDistance;
  /**
   * In steps between adjacent labels; absent if the labels have no order. Two labels always have
   * one.
   */
  readonly earthMovers?: MeanDistance;
}

export interface DistanceOptions {
  readonly seed: string;
  readonly replicates: number;
  /** As {@link frameUnit} takes it. */
  readonly unit?: string | undefined;
  /** The place of each label, where labels have an order. */
  readonly order?: ReadonlyMap<Label, number> | undefined;
}

/**
 * The distances of a column's P̂(y | x, c) from people's shares, over the labels of each x, those
 * that nobody gave included. `undefined` if x have fewer than two labels on average. Standard
 * errors resample whole what several x share, such as a question (see {@link frameUnit}), else x.
 */
export function elicitedDistances(
  frame: Frame,
  column: number,
  { seed, replicates, unit, order }: DistanceOptions,
): ElicitedDistances | undefined {
  const said = frame.columns[column]!.conditional;
  const { conditional: shares } = frame.truth;
  const known = pairsAt(
    frame,
    placesWhere(frame, (i) => !Number.isNaN(said[i]) && !Number.isNaN(shares[i])),
  );
  const { keys } = known;
  if (known.pairs === 0) return undefined;
  const found = distancesByX(
    known.columns[column]!.conditional,
    known.truth.conditional,
    keys,
    positionsOf(known, order),
  );
  if (known.pairs < 2 * found.rows.length) return undefined;
  // An x without mass has no distribution, and so none of the distances.
  const hasMass = [...found.rows.keys()].filter((i) => !Number.isNaN(found.totalVariation[i]));
  if (hasMass.length === 0) return undefined;
  const ofX = pairsAt(
    known,
    hasMass.map((i) => found.rows[i]!),
  );
  const { clusters } = frameUnit(ofX.keys, unit);
  const resampling = { seed: `${seed}/distances`, replicates, ...(clusters && { clusters }) };
  const meanOf = (values: Float64Array): MeanDistance => {
    const mean = resampledMean(hasMass.map((i) => values[i]!));
    const [made] = replicated([mean], hasMass.length, resampling);
    return { mean: made!.value, standardError: standardError(made!.replicates) };
  };
  return {
    x: hasMass.length,
    totalVariation: meanOf(found.totalVariation),
    jensenShannon: meanOf(found.jensenShannon),
    ...(found.earthMovers && { earthMovers: meanOf(found.earthMovers) }),
  };
}

/**
 * The place of each pair's label in the order. Without an order, those of labels of which no context
 * has more than two, which need none; `undefined` where labels have no place.
 */
function positionsOf(
  { pairs, keys }: Frame,
  order: ReadonlyMap<Label, number> | undefined,
): Float64Array | undefined {
  const inContext = new Map<number, number[]>();
  const positions = new Float64Array(pairs);
  for (let i = 0; i < pairs; i++) {
    const label = keys.labels[i]!;
    const listed = inContext.get(keys.contexts[i]!) ?? [];
    if (!listed.includes(label)) inContext.set(keys.contexts[i]!, [...listed, label]);
    positions[i] = order
      ? (order.get(keys.texts.labels[label]!) ?? Number.NaN)
      : inContext.get(keys.contexts[i]!)!.indexOf(label);
  }
  const hasPlace = (position: number) => (order ? Number.isFinite(position) : position < 2);
  return positions.every(hasPlace) ? positions : undefined;
}
