import type { DecisionAnswer } from "@promptnce/core";
import * as z from "zod/mini";
import { vendorResponse } from "../reply/vendor-response.ts";
import type { DecisionWire } from "./decision-wire.ts";

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
  decided(raw, { decision, place, of }, title): DecisionAnswer | undefined {
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
};

/** A value as an id; a boolean is never one of ours. */
function idOf(one: string | boolean): string {
  return typeof one === "string" ? one : `(boolean ${one})`;
}
