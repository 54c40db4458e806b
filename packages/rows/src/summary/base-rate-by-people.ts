import { type BaseRateAdvice, baseRateAdvice, FEWEST_UNITS } from "@promptnce/core/repeats";
import { coarsestField } from "../survey/repeating-unit.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";
import { STATISTICS_SEED } from "./statistics-seed.ts";

/**
 * The least share of pairs of an x and a label of its context that must be known; below it, a mean
 * over x is partial.
 */
const NEARLY_ALL = 0.9;

/**
 * Whether implied base rates rank better or worse than elicited ones, judged by people's counts.
 * `undefined` if there are fewer than ten contexts, or if the terms and counts of nearly all labels
 * of each x are not pairs.
 */
export function baseRateByPeople(pairs: readonly PairWithTruth[]): BaseRateAdvice | undefined {
  const rows = pairs.flatMap(({ estimate: { conditional, marginal }, truth, keys, weight = 1 }) =>
    conditional === undefined || marginal === undefined || keys === undefined
      ? []
      : { conditional, marginal, truth: truth.pmi, keys, weight },
  );
  const inContext = Map.groupBy(rows, ({ keys }) => keys.context);
  const distinct = (keys: readonly string[]): number => new Set(keys).size;
  const whole = Array.from(
    inContext.values(),
    (group) =>
      distinct(group.map(({ keys }) => keys.x)) * distinct(group.map(({ keys }) => keys.y)),
  ).reduce((sum, count) => sum + count, 0);
  if (inContext.size < FEWEST_UNITS || rows.length < NEARLY_ALL * whole) return undefined;
  if (rows.length < pairs.length) return undefined;
  const evidence = {
    keys: {
      contexts: rows.map(({ keys }) => keys.context),
      x: rows.map(({ keys }) => keys.x),
      labels: rows.map(({ keys }) => keys.y),
    },
    conditional: rows.map(({ conditional }) => conditional),
    marginal: rows.map(({ marginal }) => marginal),
    truth: rows.map(({ truth }) => truth),
    units: coarsestField(pairs.map(({ keys }) => ({ context: keys?.given })))?.keys,
    isFair: true,
    weights: rows.map(({ weight }) => weight),
  };
  return baseRateAdvice(evidence, { seed: `${STATISTICS_SEED}/base rates` });
}
