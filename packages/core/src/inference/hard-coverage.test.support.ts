import { normal, random, type Random } from "../sampling/random.ts";
import { TOO_SKEWED } from "./exact-share.ts";
import type { PartlyLabelled } from "./partly-labelled.ts";
import type { IntervalEstimate } from "./powered-interval.ts";
import { predictionPowered } from "./prediction-powered.ts";

const UNLABELLED = 1000;

interface HardRow {
  readonly label: number;
  readonly prediction: number;
  readonly stratum?: string;
}

interface HardWorld {
  readonly name: string;
  readonly truth: number;
  readonly draw: (source: Random) => HardRow;
  readonly isShare?: true;
  /** How much likelier a row of a stratum is to be labelled than one of others; 1 if not given. */
  readonly likelier?: Readonly<Record<string, number>>;
}

const lognormal = (sigma: number): HardWorld => ({
  name: `mean of skewed labels (lognormal, σ = ${sigma})`,
  truth: Math.exp(sigma ** 2 / 2),
  draw: (source) => {
    const log = sigma * normal(source);
    return { label: Math.exp(log), prediction: Math.exp(log + 0.4 * normal(source)) };
  },
});

/** Of the positive ones a model sees three of four, and it takes 1 % of the others for such. */
const rare = (share: number): HardWorld => ({
  name: `share of ${share}, a quarter of the positive unseen`,
  truth: share,
  isShare: true,
  draw: (source) => {
    const label = source.uniform() < share ? 1 : 0;
    return { label, prediction: source.uniform() < (label === 1 ? 0.75 : 0.01) ? 1 : 0 };
  },
});

export const hardWorlds: readonly HardWorld[] = [
  lognormal(0.7),
  lognormal(1.5),
  rare(0.02),
  rare(0.1),
  {
    name: "mean of two strata, the rare one labelled four times as often",
    truth: 0.2 * 3 + 0.3,
    likelier: { rare: 4 },
    draw: (source) => {
      const at = source.uniform();
      const stratum = at < 0.2 ? "rare" : "common";
      const label = (stratum === "rare" ? 3 : 0) + (at > 0.7 ? 1 : 0) + normal(source);
      const noise = stratum === "rare" ? 2 : 0.5;
      return { label, prediction: label + noise * normal(source), stratum };
    },
  },
];

/**
 * How often 95 % intervals held the truth, were the exact one, and came with a warning that labels
 * are skewed.
 */
export interface HardCoverage {
  readonly powered: number;
  readonly classical: number;
  readonly exact: number;
  readonly warned: number;
}

export function hardCoverage(world: HardWorld, labelled: number, trials: number): HardCoverage {
  const found = { powered: 0, classical: 0, exact: 0, warned: 0 };
  const holds = ({ low, high }: IntervalEstimate) =>
    low <= world.truth && world.truth <= high ? 1 / trials : 0;
  const isSkewed = ({ isExact, skewness }: IntervalEstimate) =>
    !isExact && Math.abs(skewness) > TOO_SKEWED;
  for (let trial = 0; trial < trials; trial++) {
    const source = random(`${world.name} ${labelled} ${trial}`);
    const { classical, ...powered } = predictionPowered(drawn(world, source, labelled));
    found.powered += holds(powered);
    found.classical += holds(classical);
    found.exact += Number(classical.isExact) / trials;
    found.warned += Number(isSkewed(classical) || isSkewed(powered)) / trials;
  }
  return found;
}

function drawn(
  { draw, likelier, isShare }: HardWorld,
  source: Random,
  labelled: number,
): PartlyLabelled {
  const rows = Array.from({ length: labelled + UNLABELLED }, () => draw(source));
  const oddsOf = ({ stratum = "" }: HardRow): number => likelier?.[stratum] ?? 1;
  const odds = rows.reduce((sum, row) => sum + oddsOf(row), 0);
  const isLabelled = (row: HardRow, place: number): boolean =>
    likelier === undefined ? place < labelled : source.uniform() < (labelled * oddsOf(row)) / odds;
  return {
    labels: rows.map((row, place) => (isLabelled(row, place) ? row.label : undefined)),
    predictions: rows.map(({ prediction }) => prediction),
    isShare,
    strata: likelier && rows.map(({ stratum = "" }) => stratum),
  };
}
