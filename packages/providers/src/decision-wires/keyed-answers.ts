import type { DecisionAnswer } from "@promptnce/core";
import { at } from "@promptnce/core/json";
import { unusableResponse } from "../reply/vendor-response.ts";
import type { PlacedDecision } from "./decision-wire.ts";

/**
 * The answer under a question's name; `undefined` where the question was refused. A question that
 * was asked alone is refused where it is missing; one among several may have been lost.
 *
 * @throws ProviderError where it is missing among several.
 */
export function answerNamed(
  answers: Readonly<Record<string, unknown>>,
  { name, of }: PlacedDecision,
  response: unknown,
  title: string,
): unknown {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
  if (at(answer, "type") === "refusal") return undefined;
  if (answer != null || of === 1) return answer ?? undefined;
  throw unusableResponse(response, title, `without an answer to the question ${name}`);
}

/** The options of an answer that gives their probabilities as a map, in its order. */
export function keyedOptions(
  probabilities: Readonly<Record<string, number>>,
): NonNullable<DecisionAnswer["probabilities"]> {
  return Object.entries(probabilities).map(([id, probability]) => ({ id, probability }));
}
