import type { Decided } from "@promptnce/core";
import * as z from "zod/mini";
import { vendorResponse } from "../reply/vendor-response.ts";
import type { DecisionWire, NamedAnswer } from "./decision-wire.ts";
import { askedForm, mostProbable } from "./served-decision.ts";

const value = z.union([z.string(), z.boolean()]);
const number = z.number();

const predicate = z.object({ type: z.literal("predicate"), probability: number });
const choice = z.object({
  type: z.literal("choice"),
  choice: z.optional(value),
  confidence: z.optional(number),
  probabilities: z.array(z.object({ value, probability: number })),
});
const refusal = z.object({ type: z.literal("refusal") });

const answers = z.array(z.unknown());
const answer = z.discriminatedUnion("type", [predicate, choice, refusal]);

const request = z.object({
  model: z.string(),
  input: z.string(),
  questions: z.array(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("predicate"),
        name: z.optional(z.string()),
        instructions: z.string(),
      }),
      z.object({
        type: z.literal("choice"),
        name: z.optional(z.string()),
        instructions: z.string(),
        choices: z.array(z.object({ value: z.string(), description: z.optional(z.string()) })),
      }),
    ]),
  ),
});

/**
 * OpenAI's `POST /v1/decisions`: a list of questions about an `input`, answered in their order. A
 * value is a string or a boolean, and `"true"` is not `true`; ours are strings.
 */
export const openaiDecisionsWire: DecisionWire = {
  path: "/decisions",
  body: ({ model, state, questions }) => ({
    model,
    input: state,
    questions: questions.map(({ name, decision: { instructions, options } }) => {
      if (options === undefined) return { type: "predicate", name, instructions };
      const choices = options.map(({ id, description }) => ({ value: id, description }));
      return { type: "choice", name, instructions, choices };
    }),
  }),
  decided(raw, { decision, place, of }, title): Decided | undefined {
    const all = z.object({ answers: answers.check(z.length(of)) });
    // By their order, as a name may be null.
    const own = vendorResponse(all, raw, title).answers[place];
    const found = vendorResponse(answer, own, title, raw);
    if (found.type === "refusal") return undefined;
    if (found.type === "predicate" || decision.options === undefined) {
      return "probability" in found ? { probability: found.probability } : {};
    }
    const { choice: chosen, confidence, probabilities } = found;
    return {
      probabilities: probabilities.map((one) => ({
        id: idOf(one.value),
        probability: one.probability,
      })),
      ...(chosen !== undefined && { choice: idOf(chosen) }),
      ...(confidence !== undefined && { confidence }),
    };
  },
  asked(body) {
    const { model, input, questions } = askedForm(request, body);
    return {
      model,
      state: input,
      questions: questions.map((question, i) => ({
        name: question.name ?? String(i),
        decision: {
          instructions: question.instructions,
          ...("choices" in question && {
            options: question.choices.map((one) => ({
              id: one.value,
              description: one.description ?? one.value,
            })),
          }),
        },
      })),
    };
  },
  response: ({ model }, answers, inputTokens) => ({
    answers: answers.map(answerOf),
    model,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens,
    },
  }),
};

/** A value as an id; a boolean is never one of ours. */
function idOf(one: string | boolean): string {
  return typeof one === "string" ? one : `(boolean ${one})`;
}

function answerOf({ name, decided }: NamedAnswer): object {
  if (decided === undefined) return { type: "refusal", name };
  const { probability, probabilities = [], confidence = 0 } = decided;
  if (probability !== undefined) return { type: "predicate", name, probability };
  return {
    type: "choice",
    name,
    choice: decided.choice ?? mostProbable(probabilities),
    confidence,
    probabilities: probabilities.map((one) => ({ value: one.id, probability: one.probability })),
  };
}
