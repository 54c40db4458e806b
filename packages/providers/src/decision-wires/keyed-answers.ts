import type { Decided } from "@promptnce/core";
import type { NamedAnswer } from "./decision-wire.ts";

/** The options of an answer that gives their probabilities as a map, in its order. */
export function keyedOptions(
  probabilities: Readonly<Record<string, number>>,
): NonNullable<Decided["probabilities"]> {
  return Object.entries(probabilities).map(([id, probability]) => ({ id, probability }));
}

/** Probabilities as a map by the ids of their options. */
export function byId(
  options: NonNullable<Decided["probabilities"]>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(options.map(({ id, probability }) => [id, probability]));
}

/** Answers as a map by the names of their questions, without those that were refused. */
export function byName(
  answers: readonly NamedAnswer[],
  answerOf: (decided: Decided) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    answers.flatMap(({ name, decided }) =>
      decided === undefined ? [] : [[name, answerOf(decided)] as const],
    ),
  );
}
