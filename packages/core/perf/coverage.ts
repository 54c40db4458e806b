import {
  bcaInterval,
  bootstrap,
  jackknife,
  normal,
  pairedDifference,
  percentileInterval,
  random,
  resampledMean,
  resampledSlope,
  resampledSpearman,
  type ClusterKey,
  type Interval,
  type ResampledStatistic,
} from "../src/index.ts";

/** How often a 95 % interval held the truth. */
export interface Coverage {
  readonly name: string;
  readonly percentile: number;
  /** Absent where only a percentile interval is offered. */
  readonly bca?: number;
}

interface World {
  readonly name: string;
  readonly truth: number;
  readonly n: number;
  readonly draw: (seed: string) => {
    readonly statistics: readonly ResampledStatistic[];
    readonly clusters?: readonly ClusterKey[];
  };
}

const SIMULATIONS = 2000;
const REPLICATES = 1000;

/** Spearman's ρ of two normals whose Pearson correlation is r (Pearson, 1907). */
const rho = (r: number) => (6 / Math.PI) * Math.asin(r / 2);
/** Pearson's correlation of a standard normal with itself plus noise. */
const correlation = (noise: number) => 1 / Math.hypot(1, noise);

function pairs(n: number, noises: readonly number[], seed: string): Float64Array[] {
  const source = random(seed);
  const truth = Float64Array.from({ length: n }, () => normal(source));
  const methods = noises.map((noise) => truth.map((value) => value + noise * normal(source)));
  return [truth, ...methods];
}

function worlds(n: number): World[] {
  return [
    {
      name: `Spearman's ρ, n = ${n}`,
      truth: rho(correlation(1)),
      n,
      draw: (seed) => {
        const [truth, method] = pairs(n, [1], seed) as [Float64Array, Float64Array];
        return { statistics: [resampledSpearman(method, truth)] };
      },
    },
    {
      name: `difference of two ρ on the same pairs, n = ${n}`,
      truth: rho(correlation(0.8)) - rho(correlation(1.6)),
      n,
      draw: (seed) => {
        const [truth, ...methods] = pairs(n, [0.8, 1.6], seed) as [Float64Array, Float64Array];
        return { statistics: methods.map((method) => resampledSpearman(method, truth)) };
      },
    },
    {
      name: `calibration slope, n = ${n}`,
      truth: correlation(1) ** 2,
      n,
      draw: (seed) => {
        const [truth, method] = pairs(n, [1], seed) as [Float64Array, Float64Array];
        return { statistics: [resampledSlope(method, truth)] };
      },
    },
    {
      name: `mean of ${n} students with 5 values each, by student`,
      truth: 0,
      n: 5 * n,
      draw: (seed) => {
        const source = random(seed);
        const student = Float64Array.from({ length: n }, () => normal(source));
        const clusters = Array.from({ length: 5 * n }, (_, i) => Math.floor(i / 5));
        const values = clusters.map((cluster) => student[cluster]! + normal(source));
        return { statistics: [resampledMean(values)], clusters };
      },
    },
  ];
}

/** Every world's intervals on fresh data, each simulation with its own seed. */
export function coverages(): Coverage[] {
  return [100, 500].flatMap(worlds).map(coverageOf);
}

function coverageOf({ name, truth, n, draw }: World): Coverage {
  let percentile = 0;
  let bca = 0;
  let paired = false;
  const holds = ({ low, high }: Interval) => (low <= truth && truth <= high ? 1 : 0);
  for (let s = 0; s < SIMULATIONS; s++) {
    const { statistics, clusters } = draw(`${name} ${s}`);
    const options = { seed: s, replicates: REPLICATES, ...(clusters && { clusters }) };
    const replicates = bootstrap(statistics, n, options);
    const ones = new Uint32Array(n).fill(1);
    const made = statistics.map((statistic, m) => ({
      value: statistic(ones),
      replicates: replicates[m]!,
    }));
    const [first, second] = made;
    if (second !== undefined) {
      paired = true;
      percentile += holds(pairedDifference(first!, second));
    } else {
      const left = jackknife(statistics[0]!, n, clusters);
      percentile += holds(percentileInterval(replicates[0]!));
      bca += holds(bcaInterval(replicates[0]!, { value: first!.value, jackknife: left }));
    }
  }
  const share = (count: number) => count / SIMULATIONS;
  return { name, percentile: share(percentile), ...(!paired && { bca: share(bca) }) };
}
