import {
  normal,
  random,
  replicated,
  resampledPartialSpearman,
  resampledWithinSpearman,
  spearman,
  standardError,
  type ResampledStatistic,
} from "../src/index.ts";

export const TABLES = 1000;

/** What stands beside ρ, of methods that share a base rate with the truth and nothing else. */
export interface NullBeyond {
  readonly name: string;
  readonly n: number;
  /** Means over the simulations: of ρ itself and of what is beyond the base rate. */
  readonly rho: number;
  readonly mean: number;
  readonly deviation: number;
  /** The share that is 1.96 of its ± above 0, which a mark takes. */
  readonly above: number;
}

interface Drawn {
  readonly x: number[];
  readonly y: number[];
  readonly statistic: ResampledStatistic;
}

/** Both sides are a base rate times a strength, and noise of their own. */
function partial(strength: number) {
  return (n: number, seed: string): Drawn => {
    const source = random(seed);
    const base = Array.from({ length: n }, () => normal(source));
    const [x, y] = [0, 1].map(() => base.map((value) => strength * value + normal(source)));
    return { x: x!, y: y!, statistic: resampledPartialSpearman(x!, y!, base) };
  };
}

/** Both sides have a level of each label, and noise of their own. */
function within(labels: number) {
  return (n: number, seed: string): Drawn => {
    const source = random(seed);
    const level = Array.from({ length: labels }, () => 3 * normal(source));
    const label = Array.from({ length: n }, () => source.below(labels));
    const [x, y] = [0, 1].map(() => label.map((own) => level[own]! + normal(source)));
    return { x: x!, y: y!, statistic: resampledWithinSpearman(x!, y!, label) };
  };
}

const worlds = [
  { name: "beyond ln P(y), which neither side hangs on", draw: partial(0) },
  { name: "beyond ln P(y), which half of either side's variance is", draw: partial(1) },
  { name: "beyond ln P(y), which nine tenths of either are", draw: partial(3) },
  { name: "within 3 labels", draw: within(3) },
  { name: "within 28 labels", draw: within(28) },
];

export function* nullBeyond(): Generator<NullBeyond> {
  for (const { name, draw } of worlds) for (const n of [50, 100, 500]) yield { name, n, ...simulated(name, n, draw) };
}

function simulated(name: string, n: number, draw: (n: number, seed: string) => Drawn) {
  const found = Array.from({ length: TABLES }, (_, table) => {
    const { x, y, statistic } = draw(n, `null of ${name} ${n} ${table}`);
    const [made] = replicated([statistic], n, { seed: table, replicates: 1000 });
    return {
      rho: spearman(x, y),
      value: made!.value,
      above: made!.value > 1.96 * standardError(made!.replicates) ? 1 : 0,
    };
  });
  const mean = (of: (each: (typeof found)[number]) => number) =>
    found.reduce((sum, each) => sum + of(each), 0) / TABLES;
  const deviation = standardError(Float64Array.from(found, ({ value }) => value));
  return {
    rho: mean((each) => each.rho),
    mean: mean((each) => each.value),
    deviation,
    above: mean((each) => each.above),
  };
}
