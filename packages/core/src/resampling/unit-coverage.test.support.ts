import { resampledSpearman } from "./resampled-spearman.ts";
import { replicated } from "./bootstrap.ts";
import { percentileInterval, type Interval } from "./percentile-interval.ts";
import { standardError } from "./standard-error.ts";
import { normal, random, type Random } from "../sampling/random.ts";
import { unitInterval } from "./unit-interval.ts";

/**
 * Pairs of which so many share a unit, and how much of their truth and of their estimates' errors
 * is the unit's.
 */
const worlds = {
  pair: { size: 1, ofTruth: 0, ofErrors: 0 },
  question: { size: 6, ofTruth: 0.3, ofErrors: 0.5 },
  group: { size: 20, ofTruth: 0.3, ofErrors: 0.5 },
};

export interface CoverageOptions {
  readonly unit: keyof typeof worlds;
  readonly units: number;
  readonly simulations: number;
  readonly replicates: number;
}

/**
 * How often a 95 % interval held the true ρ, or the true difference of two, by what it resamples.
 */
export interface CoverageByUnit {
  /** By unit: `unitInterval` of ρ, and of a difference. */
  readonly units: number;
  readonly difference: number;
  /** By unit, the plain percentile interval, and the value ± 1.96 of its standard error. */
  readonly percentile: number;
  readonly error: number;
  /** By pair, ± 1.96 of its standard error. */
  readonly pairs: number;
}

/** Spearman's ρ of two normals of which one is the other and so much noise (Pearson, 1907). */
const rhoOf = (noise: number): number => (6 / Math.PI) * Math.asin(1 / Math.hypot(1, noise) / 2);
const NOISES = [1, 1.6] as const;

export function coverageByUnit(options: CoverageOptions): CoverageByUnit {
  const { unit, units, simulations, replicates } = options;
  const held = { units: 0, difference: 0, percentile: 0, error: 0, pairs: 0 };
  const [rho, other] = [rhoOf(NOISES[0]), rhoOf(NOISES[1])];
  const holds = ({ low, high }: Interval, truth: number): number =>
    low <= truth && truth <= high ? 1 / simulations : 0;
  const around = (value: number, error: number): Interval => ({
    low: value - 1.96 * error,
    high: value + 1.96 * error,
  });
  for (let trial = 0; trial < simulations; trial++) {
    const { truth, methods, clusters } = drawn(options, random(`${unit} ${units} ${trial}`));
    const statistics = methods.map((method) => resampledSpearman(method, truth));
    const by = { seed: trial, replicates };
    const [own, rival] = replicated(statistics, truth.length, { ...by, clusters });
    const [alone] = replicated(statistics.slice(0, 1), truth.length, by);
    const differences = own!.replicates.map((value, b) => value - rival!.replicates[b]!);
    held.units += holds(unitInterval(own!.replicates, units), rho);
    held.difference += holds(unitInterval(differences, units), rho - other);
    held.percentile += holds(percentileInterval(own!.replicates), rho);
    held.error += holds(around(own!.value, standardError(own!.replicates)), rho);
    held.pairs += holds(around(alone!.value, standardError(alone!.replicates)), rho);
  }
  return held;
}

function drawn({ unit, units }: CoverageOptions, source: Random) {
  const { size, ofTruth, ofErrors } = worlds[unit];
  const clusters = Array.from({ length: units * size }, (_, row) => Math.floor(row / size));
  const shared = (share: number): number[] => {
    const ofUnit = Array.from({ length: units }, () => normal(source));
    return clusters.map(
      (own) => Math.sqrt(share) * ofUnit[own]! + Math.sqrt(1 - share) * normal(source),
    );
  };
  const truth = shared(ofTruth);
  const methods = NOISES.map((noise) => {
    const errors = shared(ofErrors);
    return truth.map((value, row) => value + noise * errors[row]!);
  });
  return { truth, methods, clusters };
}
