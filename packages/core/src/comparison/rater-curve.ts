import { withoutNaN } from "../numerics/columns.ts";
import { mean } from "../numerics/moments.ts";
import { resampler } from "../numerics/resampler.ts";
import { random } from "../sampling/random.ts";
import type { ReplicatedStatistic } from "../resampling/bootstrap.ts";
import { pmi } from "../information/pmi.ts";
import { pmiOfCounts } from "../information/pmi-of-counts.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";

/** The number of people who answered about x, how many of them gave y, and P(y), which is known. */
export interface RatedPair {
  readonly count: number;
  readonly raters: number;
  readonly marginal: number;
}

export interface RaterCurveOptions {
  /** Numbers of raters, ascending from 1. */
  readonly sizes: readonly number[];
  readonly seed: string | number;
  /** Splits of the raters at random, each with a resample of the pairs; 200 by default. */
  readonly replicates?: number;
}

/** Spearman's ρ with the PMI of the held-out raters, one value for each size. */
export interface RaterCurve {
  /**
   * The requested sizes, preceded by 0, the base rate alone, and followed by `Infinity`, half of
   * each pair's raters.
   */
  readonly sizes: readonly number[];
  /** ρ of the PMI from each number of raters. The last is the noise ceiling, half against half. */
  readonly raters: readonly ReplicatedStatistic[];
  /** ρ of the estimates, with the same held-out raters, on the same resamples. */
  readonly estimates: readonly ReplicatedStatistic[];
}

/**
 * How well n raters of each pair predict the PMI of its other raters, and how well estimates do
 * (after Resnick et al., 2021, Survey equivalence). The n raters' PMI is log((count + ½) / (n + 1))
 * − log P(y) in nats, by Jeffreys' estimate: if none of three raters gave y, others still may. The
 * PMI of the other raters comes from their plain counts, and pairs that none of them gave are left
 * out of the split, as from a dataset: if they were kept, a y that one of the n gave would be
 * missing among the others. A pair with fewer than 2n raters is split in half. A value is the mean
 * over the splits, NaN where ρ has none; replicates resample the pairs as well, and are NaN for
 * fewer than three.
 * @throws RangeError where a pair has fewer than two raters or a count that is none of them, where
 * sizes do not ascend from 1, and on NaN and unequal lengths
 *
 * @example
 * const pairs = [1, 3, 5, 7, 9].map((count) => ({ count, raters: 10, marginal: 0.2 }));
 * const { estimates } = raterCurve(pairs, [-1, 0.6, 0.5, 1.2, 1.1], { sizes: [1, 2], seed: "1" });
 * estimates[1].value; // → 0.78
 */
export function raterCurve(
  pairs: readonly RatedPair[],
  estimates: ArrayLike<number>,
  { sizes: wanted, seed, replicates = 200 }: RaterCurveOptions,
): RaterCurve {
  requireAscending(wanted);
  for (const [i, pair] of pairs.entries()) {
    requireRaters(pair, i);
  }
  const sizes = [0, ...wanted, Infinity];
  const source = random(`raters ${seed}`);
  const draw = resampler(pairs.length, pairs.length, source);
  const [once, drawn] = [new Uint32Array(pairs.length).fill(1), new Uint32Array(pairs.length)];
  const scores = () =>
    sizes.map(() => ({ split: new Float64Array(replicates), both: new Float64Array(replicates) }));
  const [ofRaters, ofEstimates] = [scores(), scores()];
  for (let b = 0; b < replicates; b++) {
    const split = pairs.map((pair) => splitRaters(pair, sizes, source.below));
    draw(drawn);
    for (const s of sizes.keys()) {
      const rest = split.map((at) => at[s]![1]);
      const observed = (counts: Uint32Array) =>
        counts.map((count, i) => (rest[i] === -Infinity ? 0 : count));
      const [all, resampled] = [observed(once), observed(drawn)];
      for (const [of, column] of [
        [ofRaters, split.map((at) => at[s]![0])] as const,
        [ofEstimates, estimates] as const,
      ]) {
        const rho = resampledSpearman(column, rest);
        of[s]!.split[b] = rho(all);
        of[s]!.both[b] = pairs.length < 3 ? Number.NaN : rho(resampled);
      }
    }
  }
  const [raters, estimated] = [ofRaters, ofEstimates].map((of) =>
    of.map(({ split, both }): ReplicatedStatistic => ({
      value: mean(withoutNaN(split)),
      replicates: both,
    })),
  );
  return { sizes, raters: raters!, estimates: estimated! };
}

/**
 * The PMI of a panel of raters and of the other raters, a pair of numbers for each size: a larger
 * panel contains the smaller.
 */
function splitRaters(
  { count, raters, marginal }: RatedPair,
  sizes: readonly number[],
  below: (n: number) => number,
) {
  let [taken, found] = [0, 0];
  return sizes.map((size) => {
    const until = Math.min(size, Math.floor(raters / 2));
    for (; taken < until; taken++) {
      if (below(raters - taken) < count - found) found++;
    }
    const others = pmiOfCounts({ pair: count - found, x: raters - taken, y: marginal, all: 1 });
    return [pmi((found + 0.5) / (taken + 1), marginal), others] as const;
  });
}

function requireAscending(sizes: readonly number[]): void {
  if (sizes.every((size, i) => Number.isInteger(size) && size > (sizes[i - 1] ?? 0))) return;
  throw new RangeError(
    `raterCurve takes whole numbers of raters that ascend from 1, not ${sizes.join(", ")}`,
  );
}

function requireRaters({ count, raters }: RatedPair, i: number): void {
  if (
    Number.isInteger(raters) &&
    raters >= 2 &&
    Number.isInteger(count) &&
    count >= 0 &&
    count <= raters
  )
    return;
  const not = `not ${count} of ${raters} as at index ${i}`;
  throw new RangeError(
    `raterCurve takes pairs of two raters or more, some of whom gave the label, ${not}`,
  );
}
