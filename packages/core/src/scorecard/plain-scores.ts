import { calibrationSlope } from "../calibration/calibration-slope.ts";
import { meanAbsoluteError } from "../calibration/mean-absolute-error.ts";
import { expectedCalibrationError, reliabilityTable } from "../calibration/reliability.ts";
import { spearman } from "../correlation/correlation.ts";
import { weightedSpearman } from "../correlation/weighted-spearman.ts";
import { type Frame, type FrameColumn, pairsAt, placesWhere } from "../frame/frame.ts";
import { blindToX, blindToY, controlsApply } from "../repeats/blind-controls.ts";
import { labelsOfX, pairGroups } from "../repeats/pair-groups.ts";
import type { Scored, ScoredTerm } from "./scored.ts";
import { scoredPlaces, valuesOf } from "./shared-rhos.ts";
import { numbersAt } from "../numerics/columns.ts";

// The scores of a column that are not resampled. All its pairs have an estimate and a truth.

/** Whether no context has a second x, so that people's PMI is 0, but for rounding. */
export function isAlone({ keys, truth: { pmi } }: Frame): boolean {
  const { x, contexts } = pairGroups(keys);
  return x.count === contexts.count && pmi.every((value) => Math.abs(value) <= 1e-9);
}

/**
 * How many labels the x of each pair has among the pairs whose truth is known, with an estimate or
 * without; 0 for the others.
 */
export function knownLabels(frame: Frame, term: ScoredTerm): Uint32Array {
  const places = scoredPlaces(frame, term, []);
  const counted = labelsOfX(pairsAt({ ...frame, columns: [] }, places).keys);
  const labels = new Uint32Array(frame.pairs);
  places.forEach((place, i) => (labels[place] = counted[i]!));
  return labels;
}

export function byPeople(
  { keys: { people }, truth }: Frame,
  column: FrameColumn,
  term: ScoredTerm,
): Pick<Scored, "byPeople"> {
  if (people.includes(Number.NaN) || people.every((one) => one === people[0])) return {};
  return { byPeople: weightedSpearman(valuesOf(column, term), truth[term], people) };
}

export function blindRhos(
  { keys, truth }: Frame,
  column: FrameColumn,
  term: ScoredTerm,
): Scored["blind"] {
  if (term === "marginal") return {};
  const applies = controlsApply(keys);
  const toX = applies.blindToX && !truth.marginal.includes(Number.NaN);
  const toY = applies.blindToY && blindToY(valuesOf(column, term), keys);
  return {
    ...(toX && { toX: spearman(blindToX(truth.marginal, term), truth[term]) }),
    ...(toY && { toY: spearman(toY, truth[term]) }),
  };
}

export function termRhos(frame: Frame, column: FrameColumn): Scored["terms"] {
  const rho = (term: "conditional" | "marginal"): number => {
    const places = placesOf(frame, column, term);
    if (places.length < 3) return Number.NaN;
    return spearman(numbersAt(column[term], places), numbersAt(frame.truth[term], places));
  };
  const [conditional, marginal] = [rho("conditional"), rho("marginal")];
  return {
    ...(!Number.isNaN(conditional) && { conditional }),
    ...(!Number.isNaN(marginal) && { marginal }),
  };
}

export function calibration(
  frame: Frame,
  column: FrameColumn,
): Pick<Scored, "slope" | "calibrationError" | "absoluteError"> {
  const places = placesOf(frame, column, "conditional");
  if (places.length < 3) return {};
  const said = numbersAt(column.conditional, places);
  const shares = numbersAt(frame.truth.conditional, places);
  return {
    slope: calibrationSlope(said, shares, "log").slope,
    calibrationError: expectedCalibrationError(reliabilityTable(said, shares)),
    absoluteError: meanAbsoluteError(said, shares),
  };
}

/** The places at which both the term and people's are known. */
function placesOf(
  frame: Frame,
  column: FrameColumn,
  term: "conditional" | "marginal",
): Uint32Array {
  const truth = frame.truth[term];
  return placesWhere(frame, (i) => !Number.isNaN(column[term][i]) && !Number.isNaN(truth[i]));
}
