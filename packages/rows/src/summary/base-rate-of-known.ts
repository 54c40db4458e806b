import { type BaseRateAdvice, baseRateAdvice, FEWEST_UNITS } from "@promptnce/core/repeats";
import { coarsestField } from "../survey/repeating-unit.ts";
import { type Known, STATISTICS_SEED } from "./tally.ts";

/** Of the labels of all x in their contexts, the share that is known at least: else a mean over x is of some of them. */
const NEARLY_ALL = 0.9;

/**
 * Whether counts say that implied base rates rank better than the elicited ones, or worse: where there are ten contexts
 * or more, and of nearly all labels of each x both terms and what people did.
 */
export function baseRateOfKnown(known: readonly Known[]): BaseRateAdvice | undefined {
  const rows = known.flatMap(({ estimate: { conditional, marginal }, truth, keys }) =>
    conditional === undefined || marginal === undefined || keys === undefined
      ? []
      : { conditional, marginal, truth: truth.pmi, keys },
  );
  const inContext = Map.groupBy(rows, ({ keys }) => keys.context);
  const distinct = (of: readonly string[]): number => new Set(of).size;
  const whole = Array.from(
    inContext.values(),
    (own) => distinct(own.map(({ keys }) => keys.x)) * distinct(own.map(({ keys }) => keys.y)),
  ).reduce((sum, pairs) => sum + pairs, 0);
  if (inContext.size < FEWEST_UNITS || rows.length < NEARLY_ALL * whole) return undefined;
  if (rows.length < known.length) return undefined;
  const evidence = {
    keys: {
      contexts: rows.map(({ keys }) => keys.context),
      x: rows.map(({ keys }) => keys.x),
      labels: rows.map(({ keys }) => keys.y),
    },
    conditional: rows.map(({ conditional }) => conditional),
    marginal: rows.map(({ marginal }) => marginal),
    truth: rows.map(({ truth }) => truth),
    units: coarsestField(known.map(({ keys }) => ({ context: keys?.given })))?.keys,
    isFair: true,
  };
  return baseRateAdvice(evidence, { seed: `${STATISTICS_SEED}/base rates` });
}
