import { leastSquares, spearman } from "../src/correlation/index.ts";
import { logProbability } from "../src/information/index.ts";
import {
  pairedDifference,
  percentileInterval,
  replicated,
  resampledMean,
  resampledSlope,
  resampledSpearman,
  standardError,
  type ClusterKey,
  type Interval,
  type ResampledStatistic,
} from "../src/resampling/index.ts";
import { normal, random } from "../src/sampling/index.ts";
import { percent } from "./print-table.ts";

export const SIMULATIONS = 2000;
export const REPLICATES = 1000;

interface World {
  readonly name: string;
  readonly truth: number;
  /** Two statistics are told apart. */
  readonly draw: (
    seed: string,
    n: number,
  ) => {
    readonly statistics: readonly ResampledStatistic[];
    readonly clusters?: readonly ClusterKey[];
  };
}

/** Spearman's ρ of two normals whose Pearson correlation is r (Pearson, 1907). */
const rho = (r: number) => (6 / Math.PI) * Math.asin(r / 2);
/** Pearson's correlation of a standard normal with itself plus noise. */
const correlation = (noise: number) => 1 / Math.hypot(1, noise);

/** ρ of a method with the truth, or the difference of two on the same pairs: one method a noise. */
function rhoWorld(name: string, noises: readonly number[]): World {
  const truths = noises.map((noise) => rho(correlation(noise)));
  const draw: World["draw"] = (seed, n) => {
    const [truth, ...methods] = pairs(n, noises, seed);
    return { statistics: methods.map((method) => resampledSpearman(method, truth)) };
  };
  return { name, truth: truths.reduce((one, two) => one - two), draw };
}

/** A truth, and a method for each noise. */
type Columns = readonly [truth: Float64Array, ...methods: Float64Array[]];

function pairs(n: number, noises: readonly number[], seed: string): Columns {
  const source = random(seed);
  const truth = Float64Array.from({ length: n }, () => normal(source));
  return [truth, ...noises.map((noise) => truth.map((value) => value + noise * normal(source)))];
}

/** Of three values each. */
function tied(seed: string, n: number): Columns {
  const [truth, method] = pairs(n, [1], seed);
  const three = (value: number) => Math.max(-1, Math.min(1, Math.round(value)));
  return [truth.map(three), method!.map(three)];
}

/** Skewed probabilities, the method's said in two decimals, 5 % of them 0. */
function probabilities(seed: string, n: number): Columns {
  const [truth, method] = pairs(n, [1], seed);
  const probability = (value: number) => Math.min(1, Math.exp(1.2 * value - 2.5));
  return [
    truth.map(probability),
    method!.map((value) => Math.round(100 * probability(value)) / 100),
  ];
}

function logs(seed: string, n: number): Columns {
  const [truth, method] = probabilities(seed, n);
  return [truth.map(logProbability), method!.map(logProbability)];
}

/** A statistic without a closed form: its true value is that of two million pairs. */
function simulatedWorld(
  name: string,
  columns: (seed: string, n: number) => Columns,
  of: (method: Float64Array, truth: Float64Array) => number,
  resampled: (method: Float64Array, truth: Float64Array) => ResampledStatistic,
): World {
  const [truth, method] = columns(`all of ${name}`, 2_000_000);
  const draw: World["draw"] = (seed, n) => {
    const [drawnTruth, drawnMethod] = columns(seed, n);
    return { statistics: [resampled(drawnMethod!, drawnTruth)] };
  };
  return { name, truth: of(method!, truth), draw };
}

const slope = (method: Float64Array, truth: Float64Array) => leastSquares(method, truth).slope;

function worlds(): World[] {
  return [
    rhoWorld("Spearman's ρ", [1]),
    simulatedWorld("Spearman's ρ, three values on either side", tied, spearman, resampledSpearman),
    rhoWorld("difference of two ρ on the same pairs", [0.8, 1.6]),
    simulatedWorld("slope of skewed probabilities", probabilities, slope, resampledSlope),
    simulatedWorld("slope of their logs, zeros clamped", logs, slope, resampledSlope),
    {
      name: "mean of n students with 5 values each, by student",
      truth: 0,
      draw: (seed, n) => {
        const source = random(seed);
        const student = Float64Array.from({ length: n }, () => normal(source));
        const clusters = Array.from({ length: 5 * n }, (_, i) => Math.floor(i / 5));
        const values = clusters.map((cluster) => student[cluster]! + normal(source));
        return { statistics: [resampledMean(values)], clusters };
      },
    },
  ];
}

/**
 * How often a 95 % interval held the truth, by world and size, each simulation with its own seed:
 * the value ± 1.96 of the bootstrap standard error that a table prints, and the percentile
 * interval.
 */
export function* coverageRows(): Generator<readonly (string | number)[]> {
  for (const world of worlds()) {
    for (const n of [20, 50, 100, 500]) {
      yield coverageRow(world, n);
    }
  }
}

function coverageRow({ name, truth, draw }: World, n: number): (string | number)[] {
  const held = { error: 0, percentile: 0 };
  const holds = ({ low, high }: Interval) => (low <= truth && truth <= high ? 1 / SIMULATIONS : 0);
  const around = (value: number, error: number) => ({
    low: value - 1.96 * error,
    high: value + 1.96 * error,
  });
  for (let s = 0; s < SIMULATIONS; s++) {
    const { statistics, clusters } = draw(`${name} ${n} ${s}`, n);
    const items = clusters?.length ?? n;
    const options = { seed: s, replicates: REPLICATES, ...(clusters && { clusters }) };
    const [first, second] = replicated(statistics, items, options);
    if (second !== undefined) {
      const difference = pairedDifference(first!, second);
      held.error += holds(around(difference.difference, difference.standardError));
      held.percentile += holds(difference);
    } else {
      const { value, replicates: own } = first!;
      held.error += holds(around(value, standardError(own)));
      held.percentile += holds(percentileInterval(own));
    }
  }
  return [name, n, percent(held.error), percent(held.percentile)];
}
