import { calibrationSlope } from "../calibration/calibration-slope.ts";
import { meanAbsoluteError } from "../calibration/mean-absolute-error.ts";
import { expectedCalibrationError, reliabilityTable } from "../calibration/reliability.ts";
import { spearman } from "../correlation/correlation.ts";
import { partialRankCorrelation } from "../correlation/partial-spearman.ts";
import { weightedSpearman } from "../correlation/weighted-spearman.ts";
import { type Frame, type FrameColumn, pairsAt, placesWhere } from "../frame/frame.ts";
import { logProbability } from "../information/pmi.ts";
import { rankedColumn } from "../numerics/ranked-column.ts";
import { blindToX, blindToY, controlsApply } from "../repeats/blind-controls.ts";
import type { MarkGate } from "../repeats/mark-gate.ts";
import { labelsOfX, pairGroups } from "../repeats/pair-groups.ts";
import { effectiveUnits, FEWEST_UNITS } from "../repeats/resampling-unit.ts";
import { type Replicated, replicated } from "../resampling/bootstrap.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";
import { correlationWithPeople } from "./correlation-with-people.ts";
import { frameGate, type FrameGateOptions } from "./frame-gate.ts";
import { frameUnit } from "./frame-unit.ts";
import type { Scored, ScoredGate, ScoredTerm } from "./scored.ts";
import { type RhoOptions, scoredPlaces, unitsShown } from "./shared-rhos.ts";

export interface ScoringOptions extends RhoOptions {
  readonly term: ScoredTerm;
}

/** Scores before the gates of all columns are judged together. */
interface Unjudged extends Omit<Scored, "gate" | "distances"> {
  readonly gate?: Omit<ScoredGate, "aboveChance">;
}

/**
 * The scores of a column, without a verdict and distances; `undefined` for fewer than three scored
 * pairs.
 *
 * @param labels {@link knownLabels} of the frame, which all its columns share
 */
export function scoredColumn(
  frame: Frame,
  column: number,
  { term, unit: named, labels, ...resampling }: ScoringOptions & { readonly labels: Uint32Array },
): Unjudged | undefined {
  const places = scoredPlaces(frame, term, [column]);
  const scored = pairsAt({ ...frame, columns: [frame.columns[column]!] }, places);
  const { pairs, keys, truth } = scored;
  if (pairs < 3) return undefined;
  const estimates = scored.columns[0]!;
  const unit = frameUnit(keys, named);
  const effective = effectiveUnits(pairs, unit);
  const labelsOfX = places.map((place) => labels[place]!);
  const gate = gateOf(scored, estimates, { term, unit, labelsOfX });
  const [ofEstimates, ofTruth] = [rankedColumn(estimates[term]), rankedColumn(truth[term])];
  const [plain, beyond, gated] = replicated(
    [
      rankCorrelation(ofEstimates, ofTruth),
      partialRankCorrelation(ofEstimates, ofTruth, rankedColumn(truth.marginal)),
      ...(gate ? [gate.statistic] : []),
    ],
    pairs,
    { ...resampling, ...(unit.clusters && { clusters: unit.clusters }) },
  ) as [Replicated, Replicated, Replicated | undefined];
  const units = unitsShown(pairs, effective);
  return {
    pairs,
    rows: keys.rows.reduce((sum, rows) => sum + rows, 0),
    ...correlationWithPeople(plain, units),
    unit: {
      name: unit.name,
      count: unit.count,
      effective,
      isFew: unit.name !== "pair" && effective < FEWEST_UNITS,
    },
    ...(isAlone(scored) && { isAlone: true }),
    ...byPeople(scored, estimates, term),
    beyond: correlationWithPeople(beyond, units),
    terms: termRhos(scored, estimates),
    ...(gate && gated && gateScores(gate, gated, units)),
    blind: blindRhos(scored, estimates, term),
    ...calibration(scored, estimates),
  };
}

/** Whether no context has a second x, so that people's PMI is 0, but for rounding. */
function isAlone({ keys, truth: { pmi } }: Frame): boolean {
  const { x, contexts } = pairGroups(keys);
  return x.count === contexts.count && pmi.every((value) => Math.abs(value) <= 1e-9);
}

function byPeople(
  { keys: { people }, truth }: Frame,
  estimates: FrameColumn,
  term: ScoredTerm,
): Pick<Scored, "byPeople"> {
  if (people.includes(Number.NaN) || people.every((one) => one === people[0])) return {};
  return { byPeople: weightedSpearman(estimates[term], truth[term], people) };
}

/**
 * How many labels the x of each pair has among the pairs whose truth is known, with an estimate or
 * without; 0 for the others.
 */
export function knownLabels(frame: Frame, term: ScoredTerm): Uint32Array {
  const places = scoredPlaces(frame, term, []);
  const counted = labelsOfX(pairsAt(frame, places).keys);
  const labels = new Uint32Array(frame.pairs);
  places.forEach((place, i) => (labels[place] = counted[i]!));
  return labels;
}

/** The gate; `undefined` if an estimate, a true PMI or a log marginal is not finite. */
function gateOf(
  frame: Frame,
  estimated: FrameColumn,
  { term, ...shared }: FrameGateOptions,
): MarkGate | undefined {
  const estimates =
    term === "pmi" ? estimated.pmi : estimated.conditional.map((p) => logProbability(p));
  if (!estimates.every(Number.isFinite)) return undefined;
  return frameGate(frame, { term, ...shared })?.(estimates);
}

function gateScores(
  { by, inflation }: MarkGate,
  made: Replicated,
  units: number,
): Pick<Unjudged, "gate" | "centred"> {
  const found = correlationWithPeople(made, units, inflation);
  return {
    gate: { by, value: found.rho, standardError: found.rhoError, units },
    ...(by === "centred" && { centred: found }),
  };
}

function blindRhos(
  { keys, truth }: Frame,
  estimates: FrameColumn,
  term: ScoredTerm,
): Scored["blind"] {
  const applies = controlsApply(keys);
  return {
    ...(applies.blindToX && { toX: spearman(blindToX(truth.marginal, term), truth[term]) }),
    ...(applies.blindToY && { toY: spearman(blindToY(estimates[term], keys), truth[term]) }),
  };
}

function termRhos(frame: Frame, estimates: FrameColumn): Scored["terms"] {
  const rho = (term: "conditional" | "marginal"): number => {
    const places = placesWhere(frame, (i) => !Number.isNaN(estimates[term][i]));
    if (places.length < 3) return Number.NaN;
    const at = (values: Float64Array) => Float64Array.from(places, (i) => values[i]!);
    return spearman(at(estimates[term]), at(frame.truth[term]));
  };
  const [conditional, marginal] = [rho("conditional"), rho("marginal")];
  return {
    ...(!Number.isNaN(conditional) && { conditional }),
    ...(!Number.isNaN(marginal) && { marginal }),
  };
}

function calibration(
  frame: Frame,
  { conditional }: FrameColumn,
): Pick<Scored, "slope" | "calibrationError" | "absoluteError"> {
  const places = placesWhere(frame, (i) => !Number.isNaN(conditional[i]));
  if (places.length < 3) return {};
  const said = Float64Array.from(places, (i) => conditional[i]!);
  const shares = Float64Array.from(places, (i) => frame.truth.conditional[i]!);
  return {
    slope: calibrationSlope(said, shares, "log").slope,
    calibrationError: expectedCalibrationError(reliabilityTable(said, shares)),
    absoluteError: meanAbsoluteError(said, shares),
  };
}
