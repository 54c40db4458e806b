import {
  calibrationSlope,
  expectedCalibrationError,
  meanAbsoluteError,
  reliabilityTable,
} from "@promptnce/core/calibration";
import { resampledPartialSpearman, spearman } from "@promptnce/core/correlation";
import { distancesByX } from "@promptnce/core/distances";
import {
  aboveChance,
  blindToX,
  blindToY,
  centredByBoth,
  controlsApply,
  type MarkGate,
  markGate,
  resampledCentredSpearman,
} from "@promptnce/core/repeats";
import {
  type Interval,
  percentileInterval,
  replicated,
  resampledSpearman,
  standardError,
  unitInterval,
} from "@promptnce/core/resampling";
import { repeatingUnit } from "../survey/repeating-unit.ts";
import { type Known, STATISTICS_SEED } from "./tally.ts";

/** A correlation with people's numbers. */
interface Correlation {
  readonly rho: number;
  /** Its bootstrap standard error. */
  readonly rhoError: number;
  /** The 95 % interval from the same bootstrap. */
  readonly interval: Interval;
}

/** Scores of a method's estimates against people's numbers; ρ itself is Spearman's, of estimated and true PMI. */
export interface Scores extends Correlation {
  /** The number of pairs with both an estimate and people's PMI. */
  readonly pairs: number;
  /** The unit that is resampled whole (a field of the context, `context`, `x` or `pair`), and the number of units. */
  readonly unit: { readonly name: string; readonly count: number };
  /** The partial Spearman correlation given the true P(y): how well the estimates rank beyond base rates. */
  readonly beyond: Correlation;
  /** Spearman's ρ of each elicited term with people's; absent if the term was not elicited. */
  readonly terms: { readonly conditional?: number; readonly marginal?: number };
  /** Spearman's ρ after centring estimates and truth by x and by label; absent if either repeats too little. */
  readonly centred?: Correlation;
  /** Spearman's ρ of two controls: base rates alone (`toX`) and each x's mean estimate (`toY`); absent if not applicable. */
  readonly blind: { readonly toX?: number; readonly toY?: number };
  /** The test of whether the estimates use both x and y, and whether it is above chance; absent if there is none. */
  readonly gate?: { readonly by: MarkGate["by"]; readonly aboveChance: boolean };
  /** The slope of the true on the estimated log P(y|x), ideally 1; absent if no conditional was elicited. */
  readonly slope?: number;
  /** The expected calibration error of P̂(y|x) over ten bins, weighted by pairs; absent if `slope` is. */
  readonly calibrationError?: number;
  /** The mean |P̂(y|x) − P(y|x)|, at least the calibration error; absent if `slope` is. */
  readonly absoluteError?: number;
  /** Distances of P̂(y|x) from people's P(y|x) over the labels of an x; absent if no x has two or more labels. */
  readonly distances?: Distances;
}

/** Distances between distributions over the labels of an x, averaged over x. */
interface Distances {
  /** The number of x. */
  readonly x: number;
  readonly totalVariation: number;
  /** In nats. */
  readonly jensenShannon: number;
  /** In steps between adjacent labels; absent if the labels have no order. */
  readonly earthMovers?: number;
}

const SCORES = { seed: `${STATISTICS_SEED}/scores`, replicates: 1000 };

/**
 * The scores over the pairs; `undefined` for fewer than three. The coarsest unit that repeats is resampled whole: see
 * {@link repeatingUnit}.
 *
 * @param order The place of each label, where labels have an order.
 */
export function scores(
  known: readonly Known[],
  order?: ReadonlyMap<string, number>,
): Scores | undefined {
  if (known.length < 3) return undefined;
  const estimates = known.map(({ estimate }) => estimate.pmi);
  const truth = known.map(({ truth: { pmi } }) => pmi);
  const rates = known.map(({ truth: { marginal } }) => marginal);
  const keys = keysOf(known);
  const gate = gateOf({ estimates, truth, rates, keys });
  const unit = repeatingUnit(
    known.map(({ keys }, i) => ({ context: keys?.given, x: keys?.x ?? String(i) })),
  );
  const isFinite = gate !== undefined;
  const applies = controlsApply(keys);
  const centred = applies.both && isFinite ? centredByBoth(estimates, truth, keys) : undefined;
  const statistics = [
    resampledSpearman(estimates, truth),
    resampledPartialSpearman(estimates, truth, rates),
    ...(centred ? [resampledCentredSpearman(centred)] : []),
    ...(gate && !centred ? [gate.statistic] : []),
  ];
  const resampling = { ...SCORES, ...(unit.clusters && { clusters: unit.clusters }) };
  const [plain, beyond, last] = replicated(statistics, known.length, resampling).map(
    ({ value, replicates }, i) =>
      correlation(value, replicates, i < 2 ? 1 : (gate?.inflation ?? 1)),
  );
  function correlation(rho: number, replicates: Float64Array, inflation: number): Correlation {
    const { low, high } =
      unit.name === "pair" ? percentileInterval(replicates) : unitInterval(replicates, unit.count);
    const widened = (end: number): number => rho + inflation * (end - rho);
    return {
      rho,
      rhoError: inflation * standardError(replicates),
      interval: inflation === 1 ? { low, high } : { low: widened(low), high: widened(high) },
    };
  }
  const [isAbove = false] = last
    ? aboveChance([{ value: last.rho, standardError: last.rhoError, units: unit.count }])
    : [];
  return {
    pairs: known.length,
    ...plain!,
    unit: { name: unit.name, count: unit.count },
    beyond: beyond!,
    terms: termRhos(known),
    ...(centred && last && { centred: last }),
    blind: {
      ...(applies.blindToX && { toX: spearman(blindToX(rates, "pmi"), truth) }),
      ...(applies.blindToY && { toY: spearman(blindToY(estimates, keys), truth) }),
    },
    ...(gate && { gate: { by: gate.by, aboveChance: isAbove } }),
    ...calibration(known),
    ...(applies.blindToY && distances(known, order)),
  };
}

/** The keys of pairs by column; a pair without keys counts as having its own x and label. */
function keysOf(known: readonly Known[]) {
  return {
    contexts: known.map(({ keys }) => keys?.context ?? ""),
    x: known.map(({ keys }, i) => keys?.x ?? String(i)),
    labels: known.map(({ keys }, i) => keys?.y ?? String(i)),
  };
}

/** The gate; `undefined` if an estimate, a true PMI or a log marginal is not finite. */
function gateOf({
  estimates,
  truth,
  rates,
  keys,
}: Record<"estimates" | "truth" | "rates", readonly number[]> & {
  readonly keys: ReturnType<typeof keysOf>;
}): MarkGate | undefined {
  const logMarginals = rates.map(Math.log);
  const isFinite = [estimates, truth, logMarginals].every((column) =>
    column.every(Number.isFinite),
  );
  return isFinite ? markGate({ estimates, truth, keys, logMarginals }) : undefined;
}

function termRhos(known: readonly Known[]): Scores["terms"] {
  const rho = (term: "conditional" | "marginal"): number => {
    const elicited = known.filter(({ estimate }) => estimate[term] !== undefined);
    if (elicited.length < 3) return Number.NaN;
    return spearman(
      elicited.map(({ estimate }) => estimate[term]!),
      elicited.map(({ truth }) => truth[term]),
    );
  };
  const [conditional, marginal] = [rho("conditional"), rho("marginal")];
  return {
    ...(!Number.isNaN(conditional) && { conditional }),
    ...(!Number.isNaN(marginal) && { marginal }),
  };
}

function calibration(
  known: readonly Known[],
): Pick<Scores, "slope" | "calibrationError" | "absoluteError"> {
  const elicited = known.filter(({ estimate }) => estimate.conditional !== undefined);
  if (elicited.length <= 2) return {};
  const conditionals = elicited.map(({ estimate }) => estimate.conditional as number);
  const truths = elicited.map(({ truth }) => truth.conditional);
  return {
    slope: calibrationSlope(conditionals, truths, "log").slope,
    calibrationError: expectedCalibrationError(reliabilityTable(conditionals, truths)),
    absoluteError: meanAbsoluteError(conditionals, truths),
  };
}

function distances(
  known: readonly Known[],
  order: ReadonlyMap<string, number> | undefined,
): Pick<Scores, "distances"> {
  const seen = new Set<string>();
  const once = known.filter(({ keys, estimate }) => {
    const pair = JSON.stringify([keys?.context, keys?.x, keys?.y]);
    if (keys === undefined || estimate.conditional === undefined || seen.has(pair)) return false;
    seen.add(pair);
    return true;
  });
  if (once.length === 0) return {};
  const positions = order && once.map(({ keys }) => order.get(keys!.y) ?? Number.NaN);
  const found = distancesByX(
    once.map(({ estimate }) => estimate.conditional!),
    once.map(({ truth }) => truth.conditional),
    keysOf(once),
    positions?.every(Number.isFinite) ? positions : undefined,
  );
  const mean = (values: Float64Array): number => {
    const there = values.filter((value) => !Number.isNaN(value));
    return there.reduce((sum, value) => sum + value, 0) / there.length;
  };
  const x = found.totalVariation.filter((value) => !Number.isNaN(value)).length;
  if (x === 0) return {};
  return {
    distances: {
      x,
      totalVariation: mean(found.totalVariation),
      jensenShannon: mean(found.jensenShannon),
      ...(found.earthMovers && { earthMovers: mean(found.earthMovers) }),
    },
  };
}
