import { resampledPartialSpearman, spearman } from "../src/correlation/index.ts";
import {
  replicated,
  resampledWithinSpearman,
  standardError,
  type ResampledStatistic,
} from "../src/resampling/index.ts";
import { normal, random } from "../src/sampling/index.ts";
import { percent } from "./print-table.ts";

export const TABLES = 1000;

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

/**
 * For methods that share only a base rate with the truth: ρ itself, mean and standard deviation of
 * ρ beyond the base rate, and the share of tables in which the latter is more than 1.96 of its ±
 * above 0, as a mark requires.
 */
export function* nullRows(): Generator<readonly (string | number)[]> {
  for (const { name, draw } of worlds)
    for (const n of [50, 100, 500]) {
      yield [name, n, ...simulated(name, n, draw)];
    }
}

function simulated(name: string, n: number, draw: (n: number, seed: string) => Drawn): string[] {
  const found = Array.from({ length: TABLES }, (_, table) => {
    const { x, y, statistic } = draw(n, `null of ${name} ${n} ${table}`);
    const [made] = replicated([statistic], n, { seed: table, replicates: 1000 });
    return { rho: spearman(x, y), value: made!.value, error: standardError(made!.replicates) };
  });
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / TABLES;
  const values = found.map(({ value }) => value);
  const means = [
    mean(found.map(({ rho }) => rho)),
    mean(values),
    standardError(Float64Array.from(values)),
  ];
  const above = found.filter(({ value, error }) => value > 1.96 * error).length;
  return [...means.map(decimals), percent(above / TABLES)];
}

/** Three decimals, without a sign where the number rounds to 0. */
function decimals(value: number): string {
  return (Math.round(1000 * value) / 1000 || 0).toFixed(3);
}
