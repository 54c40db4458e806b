import { type BaseRateAdvice, baseRateAdvice, FEWEST_UNITS } from "@promptnce/core/repeats";
import { repeatingUnit } from "../survey/repeating-unit.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";
import { STATISTICS_SEED } from "./statistics-seed.ts";

/**
 * The least share of pairs of an x and a label of its context that must be known; below it, a mean
 * over x is partial.
 */
const NEARLY_ALL = 0.9;

/**
 * Which base rate ranks best, judged by people's counts: the elicited one, people's, or, if the
 * terms and counts of nearly all labels of each x are pairs, the implied one. `undefined` if there
 * are fewer than ten units, or if a pair lacks a term.
 */
export function baseRateByPeople(pairs: readonly PairWithTruth[]): BaseRateAdvice | undefined {
  const rows = pairs.flatMap(({ estimate: { conditional, marginal }, truth, keys, weight = 1 }) =>
    conditional === undefined || marginal === undefined || keys === undefined
      ? []
      : { conditional, marginal, truth, keys, weight },
  );
  if (rows.length < pairs.length) return undefined;
  const unit = repeatingUnit(
    rows.map(({ keys: { given, context, x } }) => ({ context: given ?? { context }, x })),
  );
  if (unit.count < FEWEST_UNITS) return undefined;
  const inContext = Map.groupBy(rows, ({ keys }) => keys.context);
  const distinct = (keys: readonly string[]): number => new Set(keys).size;
  const whole = Array.from(
    inContext.values(),
    (group) =>
      distinct(group.map(({ keys }) => keys.x)) * distinct(group.map(({ keys }) => keys.y)),
  ).reduce((sum, count) => sum + count, 0);
  const evidence = {
    keys: {
      contexts: rows.map(({ keys }) => keys.context),
      x: rows.map(({ keys }) => keys.x),
      labels: rows.map(({ keys }) => keys.y),
    },
    conditional: rows.map(({ conditional }) => conditional),
    marginal: rows.map(({ marginal }) => marginal),
    truth: rows.map(({ truth }) => truth.pmi),
    counted: rows.map(({ truth }) => truth.marginal),
    units: unit.clusters ?? rows.map((_, row) => row),
    isFair: rows.length >= NEARLY_ALL * whole,
    weights: rows.map(({ weight }) => weight),
  };
  return baseRateAdvice(evidence, { seed: `${STATISTICS_SEED}/base rates` });
}
