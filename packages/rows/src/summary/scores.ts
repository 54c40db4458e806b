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

/** A correlation with what people did. */
interface Correlation {
  readonly rho: number;
  /** Its bootstrap standard error. */
  readonly rhoError: number;
  /** The middle 95 % of the same bootstrap. */
  readonly interval: Interval;
}

/** How a method's estimates compare with what people did: Spearman's ρ of estimated and true PMI first. */
export interface Scores extends Correlation {
  /** Pairs that have both. */
  readonly pairs: number;
  /** What is resampled whole, a field of contexts, `context`, `x` or `pair`, and how many there are. */
  readonly unit: { readonly name: string; readonly count: number };
  /** The partial correlation given the true P(y), likewise: how well they rank beyond base rates. */
  readonly beyond: Correlation;
  /** ρ of each elicited term with people's; absent where it was not elicited. */
  readonly terms: { readonly conditional?: number; readonly marginal?: number };
  /** ρ of what is left of estimates and truth without what x alone and the label alone say, where both repeat enough. */
  readonly centred?: Correlation;
  /** ρ of who is blind to x, base rates alone, and of who is blind to y, each x's mean estimate; where it applies. */
  readonly blind: { readonly toX?: number; readonly toY?: number };
  /** What shows that both x and y were looked at, and whether it is above chance; absent where nothing can tell. */
  readonly gate?: { readonly by: MarkGate["by"]; readonly aboveChance: boolean };
  /** Of true on estimated log P(y|x), ideal 1; absent where no conditional was elicited. */
  readonly slope?: number;
  /** How far the mean P̂(y|x) of each of ten bins is from the mean P(y|x), on average over pairs; absent likewise. */
  readonly calibrationError?: number;
  /** How far a P̂(y|x) is from its P(y|x), on average: never less than the calibration error; absent likewise. */
  readonly absoluteError?: number;
  /** How far P̂(y|x) is from people's over the labels of an x, on average over x; where these have two or more. */
  readonly distances?: Distances;
}

/** Means over so many x. */
interface Distances {
  readonly x: number;
  readonly totalVariation: number;
  /** In nats. */
  readonly jensenShannon: number;
  /** In steps from a label to the next; absent where labels have no order. */
  readonly earthMovers?: number;
}

const SCORES = { seed: `${STATISTICS_SEED}/scores`, replicates: 1000 };

/**
 * The scores over the pairs; `undefined` for fewer than three. What repeats is resampled whole: contexts, else x.
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
  const how = { ...SCORES, ...(unit.clusters && { clusters: unit.clusters }) };
  const [own, beyond, last] = replicated(statistics, known.length, how).map(
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
    ...own!,
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

/** Of pairs whose keys nobody knows each has an x of its own. */
function keysOf(known: readonly Known[]) {
  return {
    contexts: known.map(({ keys }) => keys?.context ?? ""),
    x: known.map(({ keys }, i) => keys?.x ?? String(i)),
    labels: known.map(({ keys }, i) => keys?.y ?? String(i)),
  };
}

/** `undefined` where an estimate, or what people did, is no finite number. */
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
