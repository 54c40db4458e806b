import { type Frame, frameBuilder, type FrameBuilder, type PairTerms } from "@promptnce/core/frame";
import { logProbability, pmi } from "@promptnce/core/information";
import { blindToX, blindToY } from "@promptnce/core/repeats";
import type { Context } from "@promptnce/core";
import type { BaseRate } from "./base-rates.ts";
import { type RecordedReplies, repliesAt, scoredRows, valuesAt } from "./data/recorded-replies.ts";

/** A column of a frame: a value a row of the replies for each term that it has, or NaN. */
type Column = Readonly<Partial<Record<keyof PairTerms, ArrayLike<number>>>>;

/**
 * The frame of the pairs that people gave. The first three columns are P(y|x) and its two controls,
 * blind to x and blind to y; then follow, for each base rate, PMI with it and the same controls.
 */
export function recordedFrame(replies: RecordedReplies, baseRates: readonly BaseRate[]): Frame {
  const rows = scoredRows(replies);
  const scored = repliesAt(replies, rows);
  const { mass, people, keys } = scored;
  const columns: Column[] = [
    { conditional: mass },
    { conditional: people.marginal },
    { conditional: meansOfX(mass, keys) },
    ...baseRates.flatMap(({ rates }) => rateColumns(scored, valuesAt(rates, rows))),
  ];
  const builder = frameBuilder(columns.map((_, place) => `${place}`));
  addRows(builder, scored, columns);
  return builder.build();
}

/** The places of PMI with the base rate at this place, and of its controls. */
export function columnsOfRate(place: number): readonly number[] {
  return [0, 1, 2].map((control) => 3 * (place + 1) + control);
}

/** The frame of P(y|x) in two ways of asking; a pair of either has a row. */
export function frameOfWays(first: RecordedReplies, second: RecordedReplies): Frame {
  const builder = frameBuilder([first.way, second.way]);
  addRows(builder, first, [{ conditional: first.mass }, undefined]);
  addRows(builder, second, [undefined, { conditional: second.mass }]);
  return builder.build();
}

function addRows(
  builder: FrameBuilder,
  replies: RecordedReplies,
  columns: readonly (Column | undefined)[],
): void {
  for (const row of scoredRows(replies)) {
    builder.add({
      context: contextOf(replies, row),
      x: replies.keys.x[row]!,
      y: replies.keys.labels[row]!,
      truth: termsAt(replies.people, row),
      estimates: columns.map((column) => column && termsAt(column, row)),
    });
  }
}

function termsAt({ conditional, marginal, pmi: values }: Column, row: number): PairTerms {
  return { conditional: conditional?.[row], marginal: marginal?.[row], pmi: values?.[row] };
}

/** Contexts of an attribute name the question as a field, which can then be resampled whole. */
function contextOf({ keys, units, attributes }: RecordedReplies, row: number): Context {
  if (attributes === undefined) return { context: keys.contexts[row]! };
  return { question: units[row]!, attribute: attributes[row]! };
}

function rateColumns({ mass, keys }: RecordedReplies, rates: Float64Array): Column[] {
  const known = (of: (rate: number, row: number) => number): Float64Array =>
    rates.map((rate, row) => (Number.isNaN(rate) ? Number.NaN : of(rate, row)));
  const estimates = known((rate, row) => pmi(mass[row]!, rate));
  const read = known((rate) => Math.exp(logProbability(rate)));
  return [
    { marginal: rates, pmi: estimates },
    { pmi: blindToX(read, "pmi") },
    { pmi: meansOfX(estimates, keys) },
  ];
}

/** Means that differ only by the order of summation count as ties. */
function meansOfX(values: Float64Array, keys: RecordedReplies["keys"]): Float64Array {
  return blindToY(values, keys).map((mean) => Number(mean.toPrecision(12)));
}
