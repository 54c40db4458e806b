import { normalQuantile } from "../numerics/normal-distribution.ts";
import { random } from "../sampling/random.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";
import { resampler } from "../numerics/resampler.ts";
import { standardError } from "../resampling/standard-error.ts";
import { withoutNaN } from "../numerics/columns.ts";

/** Two methods' estimates and the truth on the pairs of a pilot run. */
export interface Pilot {
  readonly truth: ArrayLike<number>;
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
}

export interface PowerOptions {
  readonly seed: string | number;
  /** The significance level of the two-sided test; 0.05 by default. */
  readonly alpha?: number;
  /** Simulated runs at each size; 2,000 by default (the power's standard error is then ≤ 0.011). */
  readonly simulations?: number;
}

/**
 * The probability that a run of `pairs` pairs like the pilot's would tell the two methods' ρ apart:
 * runs are simulated by drawing that many pairs from the pilot with replacement, and a run counts
 * where its difference exceeds the two-sided normal bound on the standard error such differences
 * have at this size. It takes the pilot's difference for the true one, so it is a plan, not a
 * promise, and says little where the pilot is small. Runs on which a ρ has no value are left out.
 * NaN for fewer than three pairs in the pilot or in the run, and where fewer than two runs have a
 * value.
 * @throws RangeError on NaN, on unequal lengths, and where `alpha` or `simulations` makes no sense
 */
export function powerAt(pairs: number, pilot: Pilot, options: PowerOptions): number {
  const { alpha = 0.05, simulations = 2000, seed } = options;
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha is between 0 and 1, not ${alpha}`);
  if (!(Number.isInteger(simulations) && simulations >= 2)) {
    throw new RangeError(`power is simulated at least twice, not ${simulations} times`);
  }
  const first = resampledSpearman(pilot.first, pilot.truth);
  const second = resampledSpearman(pilot.second, pilot.truth);
  const items = pilot.truth.length;
  if (items < 3 || !(pairs >= 3)) return Number.NaN;
  // The stream depends on the size too; otherwise similar sizes would share their random draws.
  const draw = resampler(items, pairs, random(`power ${seed} ${pairs}`));
  const counts = new Uint32Array(items);
  const simulated = Float64Array.from({ length: simulations }, () => {
    draw(counts);
    return first(counts) - second(counts);
  });
  const differences = withoutNaN(simulated);
  const bound = -normalQuantile(alpha / 2) * standardError(differences);
  const beyond = differences.filter((difference) => Math.abs(difference) > bound).length;
  return differences.length < 2 ? Number.NaN : beyond / differences.length;
}

export interface PairsNeeded {
  /** The smallest size found with the required power; `undefined` where even `most` has less. */
  readonly pairs: number | undefined;
  /** The power at `pairs`, or at `most`. */
  readonly power: number;
}

/**
 * How many pairs a paid run needs to tell the pilot's two methods apart with the given power. The
 * answer is found by doubling and halving, to about a twentieth; simulated power is not exactly
 * monotone, so it is a size that has the power, not a sharp minimum.
 * @param options `power` is 0.8 and `most`, the largest size tried, 10,000 by default
 * @throws RangeError as `powerAt`, and where `power` is not between 0 and 1
 */
export function pairsNeeded(
  pilot: Pilot,
  options: PowerOptions & { readonly power?: number; readonly most?: number },
): PairsNeeded {
  const { power: wanted = 0.8, most = 10_000 } = options;
  if (!(wanted > 0 && wanted < 1)) throw new RangeError(`power is between 0 and 1, not ${wanted}`);
  let low = 3;
  let high = Math.min(10, most);
  let power = powerAt(high, pilot, options);
  while (!(power >= wanted) && high < most) {
    low = high;
    high = Math.min(2 * high, most);
    power = powerAt(high, pilot, options);
  }
  if (!(power >= wanted)) return { pairs: undefined, power };
  while (high - low > Math.max(1, high / 20)) {
    const middle = Math.ceil((low + high) / 2);
    const here = powerAt(middle, pilot, options);
    if (here >= wanted) [high, power] = [middle, here];
    else low = middle;
  }
  return { pairs: high, power };
}
