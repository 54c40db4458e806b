import { distancesByX } from "@promptnce/core/distances";
import { replicated, resampledMean, standardError } from "@promptnce/core/resampling";
import type { Label } from "@promptnce/core";
import { repeatingUnit } from "../survey/repeating-unit.ts";
import type { ElicitedShare } from "./pair-with-truth.ts";
import { STATISTICS_SEED } from "./statistics-seed.ts";

/** A mean over x with its bootstrap standard error; NaN for a single x. */
interface MeanDistance {
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

const RESAMPLING = { seed: `${STATISTICS_SEED}/distances`, replicates: 1000 };

/**
 * The distances of P̂(y | x, c) from people's shares, over the labels of each x, those that nobody
 * gave included; a pair that stands twice counts once. `undefined` if x have fewer than two labels
 * on average. Standard errors resample whole what several x share, such as a question (see
 * {@link repeatingUnit}), else x. An x counts by the mean weight of its rows.
 *
 * @param order The place of each label, where labels have an order.
 */
export function elicitedDistances(
  shares: readonly ElicitedShare[],
  order?: ReadonlyMap<Label, number>,
): ElicitedDistances | undefined {
  const distinct = distinctPairs(shares);
  const inputs = new Set(distinct.map(inputOf)).size;
  if (inputs === 0 || distinct.length < 2 * inputs) return undefined;
  const found = distancesByX(
    distinct.map(({ conditional }) => conditional),
    distinct.map(({ share }) => share),
    {
      contexts: distinct.map(({ keys }) => keys.context),
      x: distinct.map(({ keys }) => keys.x),
      labels: distinct.map(({ keys }) => keys.y),
    },
    order ? positionsIn(order, distinct) : positionsOfTwo(distinct),
  );
  const rows = [...found.rows];
  // An x without mass has no distribution, and so none of the distances.
  const hasMass = rows.map((_, i) => !Number.isNaN(found.totalVariation[i]));
  const kept = <T>(values: Iterable<T>): T[] => [...values].filter((_, i) => hasMass[i]);
  const ofX = kept(rows.map((row) => distinct[row]!));
  if (ofX.length === 0) return undefined;
  const { clusters } = repeatingUnit(ofX.map(({ keys }) => ({ context: keys.given, x: keys.x })));
  const weights = weightsOf(ofX, shares);
  const resampling = { ...RESAMPLING, ...(clusters && { clusters }) };
  const meanOf = (values: Float64Array): MeanDistance => {
    const [made] = replicated([resampledMean(kept(values), weights)], ofX.length, resampling);
    return { mean: made!.value, standardError: standardError(made!.replicates) };
  };
  return {
    x: ofX.length,
    totalVariation: meanOf(found.totalVariation),
    jensenShannon: meanOf(found.jensenShannon),
    ...(found.earthMovers && { earthMovers: meanOf(found.earthMovers) }),
  };
}

const inputOf = ({ keys }: ElicitedShare): string => JSON.stringify([keys.context, keys.x]);

function distinctPairs(shares: readonly ElicitedShare[]): ElicitedShare[] {
  const byPair = new Map<string, ElicitedShare>();
  for (const one of shares) {
    const pair = JSON.stringify([one.keys.context, one.keys.x, one.keys.y]);
    if (!byPair.has(pair)) byPair.set(pair, one);
  }
  return [...byPair.values()];
}

/** The place of each pair's label; `undefined` if one has none. */
function positionsIn(
  order: ReadonlyMap<Label, number>,
  pairs: readonly ElicitedShare[],
): number[] | undefined {
  const positions = pairs.map(({ keys }) => order.get(keys.y) ?? Number.NaN);
  return positions.every(Number.isFinite) ? positions : undefined;
}

/**
 * Places of labels of which no context has more than two, which need no order; else `undefined`.
 */
function positionsOfTwo(pairs: readonly ElicitedShare[]): number[] | undefined {
  const labels = new Map<string, Label[]>();
  const positions = pairs.map(({ keys: { context, y } }) => {
    const listed = labels.get(context) ?? [];
    if (!listed.includes(y)) labels.set(context, [...listed, y]);
    return labels.get(context)!.indexOf(y);
  });
  return positions.every((position) => position < 2) ? positions : undefined;
}

/** The mean weight of the rows of each x; `undefined` if all are the same. */
function weightsOf(
  ofX: readonly ElicitedShare[],
  shares: readonly ElicitedShare[],
): number[] | undefined {
  if (shares.every(({ weight = 1 }) => weight === (shares[0]!.weight ?? 1))) return undefined;
  const rows = Map.groupBy(shares, inputOf);
  return ofX.map((one) => {
    const own = rows.get(inputOf(one))!;
    return own.reduce((sum, { weight = 1 }) => sum + weight, 0) / own.length;
  });
}
