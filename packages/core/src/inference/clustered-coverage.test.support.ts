import { normal, random, type Random } from "../sampling/random.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import type { PartlyLabelledColumns } from "./partly-labelled.ts";
import { predictionPowered } from "./prediction-powered.ts";

/** Clusters without a label in each trial. */
const UNLABELLED = 150;
/** Of a sum of two standard normals, which is above it with probability .3. */
const BOUND = 0.5244005127080407 * Math.SQRT2;

type Unit = "pair" | "question" | "group" | "question of 1 to 19";

/** What is drawn whole: rows, questions of 6 rows, groups of 20, questions of 1 to 19. */
const sizes: Readonly<Record<Unit, (source: Random) => number>> = {
  pair: () => 1,
  question: () => 6,
  group: () => 20,
  "question of 1 to 19": (source: Random) => 1 + source.below(19),
};

interface DrawnRow {
  readonly label: number;
  readonly prediction: number;
  readonly x: number;
  readonly inFirst: boolean;
}

interface ClusteredWorld {
  readonly name: string;
  readonly truth: number;
  readonly columns: readonly ("x" | "inFirst")[];
  /** A row, of a cluster with an effect, an x and a group of its own. */
  readonly row: (
    cluster: { readonly effect: number; readonly x: number; readonly inFirst: boolean },
    source: Random,
  ) => DrawnRow;
}

const noisy = (value: number, by: number, source: Random) => value + by * normal(source);

export const clusteredWorlds: readonly ClusteredWorld[] = [
  {
    name: "mean",
    truth: 0,
    columns: [],
    row: ({ effect, ...own }, source) => {
      const label = noisy(effect, 1, source);
      return { ...own, label, prediction: noisy(label - 0.3 * effect, 0.7, source) };
    },
  },
  {
    name: "share of .3",
    truth: 0.3,
    columns: [],
    row: ({ effect, ...own }, source) => {
      const label = noisy(effect, 1, source) > BOUND ? 1 : 0;
      return { ...own, label, prediction: noisy(label, 0.4, source) };
    },
  },
  {
    name: "difference of groups of clusters",
    truth: 0.5,
    columns: ["inFirst"],
    row: ({ effect, x, inFirst }, source) => {
      const label = noisy(effect + (inFirst ? 0.5 : 0), 1, source);
      return { x, inFirst, label, prediction: noisy(label, 0.7, source) };
    },
  },
  {
    name: "difference within clusters",
    truth: 0.5,
    columns: ["inFirst"],
    row: ({ effect, x }, source) => {
      const inFirst = source.below(2) === 0;
      const label = noisy(effect * (inFirst ? 1.3 : 0.7) + (inFirst ? 0.5 : 0), 1, source);
      return { x, inFirst, label, prediction: noisy(label, 0.7, source) };
    },
  },
  {
    name: "slope on an x of the cluster",
    truth: 0.5,
    columns: ["x"],
    row: ({ effect, x, inFirst }, source) => {
      const label = noisy(effect + 0.5 * x, 1, source);
      return { x, inFirst, label, prediction: noisy(label, 0.7, source) };
    },
  },
  {
    name: "slope on an x of the row",
    truth: 0.5,
    columns: ["x"],
    row: ({ effect, x: of, inFirst }, source) => {
      const x = noisy(0.5 * of, 1, source);
      const label = noisy(effect + 0.5 * x + 0.5 * effect * x, 1, source);
      return { x, inFirst, label, prediction: noisy(label, 0.7, source) };
    },
  },
];

export interface ClusteredOptions {
  readonly unit: Unit;
  /** How many have labels. */
  readonly labelled: number;
  readonly trials: number;
  /** Rows with a label are drawn from all clusters, so many, instead of whole clusters. */
  readonly rows?: number;
}

/** How often 95 % intervals held the truth, by cluster and by row. */
export interface ClusteredCoverage {
  readonly powered: number;
  readonly classical: number;
  /** With predictions, rows taken for independent. */
  readonly byRow: number;
  readonly width: number;
}

export function clusteredCoverage(
  world: ClusteredWorld,
  options: ClusteredOptions,
): ClusteredCoverage {
  const found = { powered: 0, classical: 0, byRow: 0, width: 0 };
  const holds = ({ low, high }: Interval) =>
    low <= world.truth && world.truth <= high ? 1 / options.trials : 0;
  for (let trial = 0; trial < options.trials; trial++) {
    const source = random(`${world.name} ${options.unit} ${options.labelled} ${trial}`);
    const columns = drawn(world, options, source);
    const { classical, ...powered } = predictionPowered(columns);
    found.powered += holds(powered);
    found.classical += holds(classical);
    found.byRow += holds(predictionPowered({ ...columns, clusters: undefined }));
    found.width += (powered.high - powered.low) / (classical.high - classical.low) / options.trials;
  }
  return found;
}

function drawn(
  { row, columns }: ClusteredWorld,
  { unit, labelled, rows }: ClusteredOptions,
  source: Random,
): PartlyLabelledColumns {
  const all = Array.from({ length: labelled + UNLABELLED }, (_, cluster) => {
    const own = { effect: normal(source), x: normal(source), inFirst: cluster % 2 === 0 };
    return Array.from({ length: sizes[unit](source) }, () => ({
      ...row(own, source),
      cluster,
    }));
  }).flat();
  const share = (rows ?? 0) / all.length;
  const isLabelled = ({ cluster }: { cluster: number }): boolean =>
    rows === undefined ? cluster < labelled : source.uniform() < share;
  return {
    labels: all.map((each) => (isLabelled(each) ? each.label : undefined)),
    predictions: all.map(({ prediction }) => prediction),
    clusters: all.map(({ cluster }) => cluster),
    x: columns.includes("x") ? all.map(({ x }) => x) : undefined,
    inFirst: columns.includes("inFirst") ? all.map(({ inFirst }) => inFirst) : undefined,
  };
}
