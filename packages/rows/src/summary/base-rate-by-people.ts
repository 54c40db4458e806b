import { type Frame, pairsAt, placesWhere } from "@promptnce/core/frame";
import { type BaseRateAdvice, baseRateAdvice, FEWEST_UNITS } from "@promptnce/core/repeats";
import { frameUnit, RESAMPLING } from "@promptnce/core/scorecard";

/**
 * The least share of pairs of an x and a label of its context that must be known; below it, a mean
 * over x is partial.
 */
const NEARLY_ALL = 0.9;

/**
 * Which base rate ranks best, judged by people's counts: the elicited one, people's, or, if the
 * terms and counts of nearly all labels of each x are pairs, the implied one. `undefined` if there
 * are fewer than ten units, or if a pair with an estimate and people's PMI lacks a term.
 */
export function baseRateByPeople(frame: Frame, column: number): BaseRateAdvice | undefined {
  const { pmi } = frame.columns[column]!;
  const known = pairsAt(
    frame,
    placesWhere(frame, (i) => !Number.isNaN(pmi[i]) && !Number.isNaN(frame.truth.pmi[i])),
  );
  const { keys, truth } = known;
  const { conditional, marginal } = known.columns[column]!;
  if (conditional.includes(Number.NaN) || marginal.includes(Number.NaN)) return undefined;
  const unit = frameUnit(keys);
  if (unit.count < FEWEST_UNITS) return undefined;
  const evidence = {
    keys,
    conditional,
    marginal,
    truth: truth.pmi,
    counted: truth.marginal,
    units: unit.clusters ?? keys.x.map((_, pair) => pair),
    isFair: known.pairs >= NEARLY_ALL * wholeOf(known),
  };
  return baseRateAdvice(evidence, { seed: `${RESAMPLING.seed}/base rates` });
}

/** The number of pairs if each x of a context had each of its labels. */
function wholeOf({ pairs, keys: { contexts, x, labels } }: Frame): number {
  const places = Array.from({ length: pairs }, (_, i) => i);
  const distinct = (at: readonly number[], values: Uint32Array): number =>
    new Set(at.map((i) => values[i])).size;
  return Map.groupBy(places, (i) => contexts[i])
    .values()
    .reduce((sum, at) => sum + distinct(at, x) * distinct(at, labels), 0);
}
