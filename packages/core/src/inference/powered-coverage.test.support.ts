import { normal, random, type Random } from "../sampling/random.ts";
import { normalCdf } from "../numerics/normal-distribution.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import type { PartlyLabelledColumns } from "./partly-labelled.ts";
import { predictionPowered } from "./prediction-powered.ts";

/** Rows without a label in each trial, unless said otherwise. */
const UNLABELLED = 2000;

/** What is estimated, from rows drawn one by one. */
interface PoweredWorld {
  readonly name: string;
  readonly truth: number;
  readonly draw: (source: Random) => {
    label: number;
    prediction: number;
    x?: number;
    inFirst?: boolean;
  };
}

const noisy = (value: number, by: number, source: Random) => value + by * normal(source);
/** Of a sum of two standard normals, which is above it with probability .3. */
const BOUND = 0.5244005127080407 * Math.SQRT2;

export const poweredWorlds: readonly PoweredWorld[] = [
  {
    name: "mean, predictions with a correlation of .8",
    truth: 0,
    draw: (source) => {
      const label = normal(source);
      return { label, prediction: noisy(label, 0.75, source) };
    },
  },
  {
    name: "mean, predictions of no use",
    truth: 0,
    draw: (source) => ({ label: normal(source), prediction: normal(source) }),
  },
  {
    name: "mean of skewed labels (lognormal, σ = .7)",
    truth: Math.exp(0.245),
    draw: (source) => {
      const log = 0.7 * normal(source);
      return { label: Math.exp(log), prediction: Math.exp(noisy(log, 0.4, source)) };
    },
  },
  {
    name: "share of .3, predictions are its probability",
    truth: 0.3,
    draw: (source) => {
      const known = normal(source);
      return {
        label: noisy(known, 1, source) > BOUND ? 1 : 0,
        prediction: normalCdf(known - BOUND),
      };
    },
  },
  {
    name: "difference of two groups, a quarter and the rest",
    truth: 0.5,
    draw: (source) => {
      const inFirst = source.below(4) === 0;
      const label = noisy(inFirst ? 0.5 : 0, inFirst ? 1 : 0.7, source);
      return { label, prediction: noisy(label, 0.75, source), inFirst };
    },
  },
  {
    name: "slope, predictions twice as steep",
    truth: 0.5,
    draw: (source) => {
      const x = normal(source);
      const label = noisy(0.5 * x, 1, source);
      return { label, prediction: noisy(label + 0.5 * x, 0.6, source), x };
    },
  },
  {
    name: "slope on a skewed x (lognormal, σ = .5)",
    truth: 0.5,
    draw: (source) => {
      const x = Math.exp(0.5 * normal(source));
      const label = noisy(0.5 * x, 1, source);
      return { label, prediction: noisy(label, 0.6, source), x };
    },
  },
];

/**
 * How often 95 % intervals held the truth, and the mean ratio of their widths, with predictions to
 * without.
 */
export interface PoweredCoverage {
  readonly powered: number;
  readonly classical: number;
  readonly width: number;
}

export function poweredCoverage(
  world: PoweredWorld,
  labelled: number,
  trials: number,
  unlabelled: number = UNLABELLED,
): PoweredCoverage {
  const found = { powered: 0, classical: 0, width: 0 };
  const holds = ({ low, high }: Interval) =>
    low <= world.truth && world.truth <= high ? 1 / trials : 0;
  for (let trial = 0; trial < trials; trial++) {
    const source = random(`${world.name} ${labelled} ${trial}`);
    const { classical, ...powered } = predictionPowered(drawn(world, source, labelled, unlabelled));
    found.powered += holds(powered);
    found.classical += holds(classical);
    found.width += (powered.high - powered.low) / (classical.high - classical.low) / trials;
  }
  return found;
}

function drawn(
  { draw }: PoweredWorld,
  source: Random,
  labelled: number,
  unlabelled: number,
): PartlyLabelledColumns {
  const rows = Array.from({ length: labelled + unlabelled }, () => draw(source));
  const [{ x, inFirst }] = rows as [(typeof rows)[number]];
  return {
    labels: rows.map(({ label }, row) => (row < labelled ? label : undefined)),
    predictions: rows.map(({ prediction }) => prediction),
    x: x === undefined ? undefined : rows.map((row) => row.x!),
    inFirst: inFirst === undefined ? undefined : rows.map((row) => row.inFirst!),
  };
}
