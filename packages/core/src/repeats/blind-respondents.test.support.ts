import { replicated } from "../resampling/bootstrap.ts";
import { logProbability } from "../information/pmi.ts";
import { standardError } from "../resampling/standard-error.ts";
import { normal, random, type Random } from "../sampling/random.ts";
import { aboveChance } from "./above-chance.ts";
import { truthLevels } from "./beyond-levels.ts";
import { countsInContext } from "./counts-in-context.ts";
import { impliedInContext } from "./implied-in-context.ts";
import { markGate } from "./mark-gate.ts";
import { labelsOfX } from "./pair-groups.ts";

/** Pairs that people gave, with what they did. */
interface World {
  readonly contexts: readonly number[];
  readonly x: readonly number[];
  readonly labels: readonly number[];
  readonly conditional: Float64Array;
  readonly marginal: Float64Array;
  readonly pmi: Float64Array;
}

/** What a world is drawn with, and how its pairs are asked about. */
interface WorldShape {
  readonly contexts: number;
  readonly xs: number;
  readonly labels: number;
  /** How many answer about each x. */
  readonly people: number;
  /** So many pairs at random, of which the rest is known; all if not given. */
  readonly sample?: number;
}

/** By what the three datasets of the paper, and surveys, are shaped like. */
export const blindWorlds: Readonly<Record<string, WorldShape>> = {
  "a survey: 20 questions, 4 groups, 5 answers": {
    contexts: 20,
    xs: 4,
    labels: 5,
    people: 200,
  },
  "60 x, all 4 labels of each": { contexts: 1, xs: 60, labels: 4, people: 100 },
  "120 pairs of 400 x and 3 labels": {
    contexts: 1,
    xs: 400,
    labels: 3,
    people: 100,
    sample: 120,
  },
  "120 pairs of 400 x and 28 labels, 5 people each": {
    contexts: 1,
    xs: 400,
    labels: 28,
    people: 5,
    sample: 120,
  },
  "120 pairs of 200 x and 150 labels": {
    contexts: 1,
    xs: 200,
    labels: 150,
    people: 30,
    sample: 120,
  },
};

/** A world whose labels have base rates of their own, and whose x prefer some of them. */
function drawWorld({ contexts, xs, labels, people }: WorldShape, source: Random): World {
  const rows: { context: number; x: number; label: number; count: number }[] = [];
  for (let context = 0; context < contexts; context++) {
    const base = Array.from({ length: labels }, () => normal(source));
    for (let x = 0; x < xs; x++) {
      const sharpness = Math.exp(0.5 * normal(source));
      const odds = base.map((log) => Math.exp(sharpness * (log + normal(source))));
      const counts = multinomial(people, odds, source);
      for (const [label, count] of counts.entries()) {
        if (count > 0) rows.push({ context, x, label, count });
      }
    }
  }
  const keys = {
    contexts: rows.map(({ context }) => context),
    x: rows.map(({ x }) => x),
    labels: rows.map(({ label }) => label),
  };
  const { conditional, marginal, pmi } = countsInContext(
    keys,
    rows.map(({ count }) => count),
  );
  return { ...keys, conditional, marginal, pmi };
}

function multinomial(people: number, odds: readonly number[], source: Random): number[] {
  const counts = odds.map(() => 0);
  const total = odds.reduce((sum, value) => sum + value, 0);
  for (let person = 0; person < people; person++) {
    let left = source.uniform() * total;
    const label = odds.findIndex((value) => {
      left -= value;
      return left < 0;
    });
    counts[label < 0 ? odds.length - 1 : label]!++;
  }
  return counts;
}

/** What is said of a pair: P̂(y | x) and P̂(y). */
type Said = readonly [conditional: number, marginal: number];
/** Of a world, what is said of its row; noise is drawn from `source`. */
type Respondent = (world: World) => (row: number, source: Random) => Said;

const noisy = (p: number, by: number, source: Random): number =>
  Math.min(1, p * Math.exp(by * normal(source)));
const rounded = (p: number): number => Math.round(100 * p) / 100;
/** A number in [0, 1) that the key decides. */
const hashed = (...key: readonly (string | number)[]): number => random(key.join(" ")).uniform();

/** A number of each x, from its labels' P(y | x). */
function ofEachX(world: World, of: (conditionals: readonly number[]) => number) {
  const rows = world.x.map((x, row) => ({ key: `${world.contexts[row]} ${x}`, row }));
  const groups = Map.groupBy(rows, ({ key }) => key);
  const values = new Map(
    [...groups].map(([key, own]) => [key, of(own.map(({ row }) => world.conditional[row]!))]),
  );
  return (row: number): number => values.get(rows[row]!.key)!;
}

/** Ten who do not look at x: whatever they say, they say of y, and some noise. */
export const blindToXRespondents: Readonly<Record<string, Respondent>> = {
  "the base rate": (world) => (row) => [world.marginal[row]!, world.marginal[row]!],
  "the base rate, with noise": (world) => (row, source) => [
    noisy(world.marginal[row]!, 0.5, source),
    noisy(world.marginal[row]!, 0.5, source),
  ],
  "the base rate, in two decimals": (world) => (row, source) => [
    rounded(noisy(world.marginal[row]!, 0.3, source)),
    rounded(world.marginal[row]!),
  ],
  "the base rate, too flat": (world) => (row, source) => [
    noisy(Math.sqrt(world.marginal[row]!), 0.1, source),
    world.marginal[row]!,
  ],
  "the base rate, too steep": (world) => (row, source) => [
    noisy(world.marginal[row]! ** 2, 0.1, source),
    world.marginal[row]!,
  ],
  "the base rate, upside down": (world) => (row, source) => [
    noisy(1e-3 / world.marginal[row]!, 0.3, source),
    noisy(world.marginal[row]!, 1, source),
  ],
  "a number of each label": (world) => (row) => [
    hashed("p", world.contexts[row]!, world.labels[row]!),
    hashed("q", world.contexts[row]!, world.labels[row]!),
  ],
  "a constant": (world) => (row, source) => [0.5, noisy(world.marginal[row]!, 0.2, source)],
  "the order of labels": (world) => (row) => [1 / (2 + world.labels[row]!), 0.1],
  "the base rate, now and then 0": (world) => (row, source) => [
    source.uniform() < 0.1 ? 0 : noisy(world.marginal[row]!, 1, source),
    world.marginal[row]!,
  ],
};

/**
 * Four who do not look at y: 1 / the number of x's labels, x's own level, its likeliest label's
 * share, anything.
 */
export const blindToYRespondents: Readonly<Record<string, Respondent>> = {
  "1 / number of labels": (world) => {
    const share = ofEachX(world, (all) => 1 / all.length);
    return (row) => [share(row), world.marginal[row]!];
  },
  "the mean of x": (world) => {
    const level = ofEachX(world, (all) =>
      Math.exp(all.reduce((sum, p) => sum + Math.log(p), 0) / all.length),
    );
    return (row) => [level(row), world.marginal[row]!];
  },
  "the most of x, with noise": (world) => {
    const most = ofEachX(world, (all) => Math.max(...all));
    return (row, source) => [
      noisy(most(row), 0.2, source),
      noisy(world.marginal[row]!, 0.5, source),
    ];
  },
  "a number of each x": (world) => (row) => [
    hashed("x", world.contexts[row]!, world.x[row]!),
    world.marginal[row]!,
  ],
};

/**
 * Two who know base rates, and of an x how many labels it has, and mix these in ways that are no
 * sum of logarithms.
 */
export const mixedRespondents: Readonly<Record<string, Respondent>> = {
  "the smaller of 1/n and P(y)": mixture((p, n) => Math.min(1 / n, p)),
  "P(y) to the power of 1/n": mixture((p, n) => p ** (1 / n)),
};

function mixture(of: (p: number, labels: number) => number): Respondent {
  return (world) => {
    const sizes = labelsOfX(world);
    return (row) => [of(world.marginal[row]!, sizes[row]!), world.marginal[row]!];
  };
}

/** Two who look at neither. */
export const blindRespondents: Readonly<Record<string, Respondent>> = {
  noise: () => (_, source) => [source.uniform(), source.uniform()],
  "noise, in two decimals": () => (_, source) => [
    rounded(source.uniform()),
    rounded(source.uniform()),
  ],
};

/** Who says what people do. */
export const truthful: Respondent = (world) => (row) => [
  world.conditional[row]!,
  world.marginal[row]!,
];

/** Who says what people do, with 10 % of noise and in one digit. */
export const roundedTruth: Respondent = (world) => (row, source) => [
  oneDigit(noisy(world.conditional[row]!, 0.1, source)),
  oneDigit(noisy(world.marginal[row]!, 0.1, source)),
];

const oneDigit = (p: number): number => Number(p.toPrecision(1));

interface BlockOptions {
  /** Goes into the draw of the worlds, so that respondents do not share their luck. */
  readonly name: string;
  readonly seeds: number;
  readonly replicates?: number;
}

/**
 * Of the blocks of a respondent, one of PMI and one of the conditional a seed: in how many a mark
 * might stand.
 */
export function blocksPassed(
  shape: WorldShape,
  respondent: Respondent,
  { name, seeds, replicates = 500 }: BlockOptions,
): { readonly blocks: number; readonly passed: number } {
  let passed = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const source = random(`blind ${name} ${JSON.stringify(shape)} ${seed}`);
    const world = drawWorld(shape, source);
    const asked = askedRows(world, shape, source);
    const say = respondent(world);
    const readings = [0, 1, 2].map(() => asked.map((row) => say(row, source)));
    for (const term of ["pmi", "conditional"] as const) {
      const rows = blockOf(term, world, asked, readings);
      if (mayStand(term, world, asked, rows, { seed, replicates })) passed++;
    }
  }
  return { blocks: 2 * seeds, passed };
}

function askedRows(world: World, { sample }: WorldShape, source: Random): number[] {
  const rows = world.x.map((_, row) => row);
  if (sample === undefined) return rows;
  return Array.from({ length: sample }, () => rows.splice(source.below(rows.length), 1)[0]!);
}

const at = <T>(column: ArrayLike<T>, rows: readonly number[]): T[] =>
  rows.map((row) => column[row]!);
const keysAt = (world: World, rows: readonly number[]) => ({
  contexts: at(world.contexts, rows),
  x: at(world.x, rows),
  labels: at(world.labels, rows),
});

/** Rows as a table has them: several readings, and for PMI own, counted and implied base rates. */
function blockOf(
  term: "pmi" | "conditional",
  world: World,
  asked: readonly number[],
  readings: readonly (readonly Said[])[],
): number[][] {
  const logs = (numbers: readonly number[]) => numbers.map(logProbability);
  const conditionals = readings.map((said) => logs(said.map(([conditional]) => conditional)));
  if (term === "conditional") return conditionals;
  const counted = at(world.marginal, asked).map(Math.log);
  const implied = impliedInContext(
    readings[0]!.map(([p]) => p),
    keysAt(world, asked),
  );
  const less = (first: readonly number[], second: ArrayLike<number>) =>
    first.map((value, i) => value - second[i]!);
  return [
    ...readings.map((said, i) =>
      less(conditionals[i]!, logs(said.map(([, marginal]) => marginal))),
    ),
    ...conditionals.map((own) => less(own, counted)),
    less(conditionals[0]!, logs([...implied])),
  ];
}

function mayStand(
  term: "pmi" | "conditional",
  world: World,
  asked: readonly number[],
  rows: readonly number[][],
  options: { readonly seed: number; readonly replicates: number },
): boolean {
  const truth = term === "pmi" ? world.pmi : world.conditional.map(Math.log);
  const levels = truthLevels(truth, world);
  const gateOf = markGate({
    truth: at(truth, asked),
    keys: keysAt(world, asked),
    labelsOfX: at(labelsOfX(world), asked),
    logMarginals: at(world.marginal, asked).map(Math.log),
    levels: {
      x: Float64Array.from(at(levels.x, asked)),
      label: Float64Array.from(at(levels.label, asked)),
    },
  });
  const sized = rows.map(gateOf!).map(({ statistic, unit, inflation }) => {
    const { clusters } = unit;
    const by = { ...options, ...(clusters && { clusters }) };
    const [made] = replicated([statistic], asked.length, by);
    const error = inflation * standardError(made!.replicates);
    return { value: made!.value, standardError: error, units: unit.count };
  });
  return aboveChance(sized).some(Boolean);
}
