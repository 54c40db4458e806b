import type { DecisionAnswer } from "@promptnce/core";
import * as z from "zod/mini";
import { vendorResponse } from "../reply/vendor-response.ts";
import type { DecisionWire } from "./decision-wire.ts";
import { answerNamed, keyedOptions } from "./keyed-answers.ts";

const number = z.number();
const answers = z.object({ answers: z.record(z.string(), z.unknown()) });
const answered = z.object({
  probabilities: z.record(z.string(), number),
  choice: z.nullish(z.string()),
  label_mass: z.nullish(number),
});

/**
 * SGLang's own `POST /v1/decisions` over any chat model: a list of questions about an `input`, and
 * a map of answers. A predicate is its `yes_no`, with the probability of yes.
 */
export const sglangDecisionsWire: DecisionWire = {
  path: "/decisions",
  body: ({ model, state, questions }) => ({
    model,
    input: state,
    questions: questions.map(({ name, decision: { instructions, options } }) => {
      const question = { id: name, question: instructions };
      if (options === undefined) return { ...question, type: "yes_no" };
      const listed = options.map(({ id, description }) => ({ name: id, description }));
      return { ...question, type: "choice", options: listed };
    }),
  }),
  decided(raw, question, title): DecisionAnswer | undefined {
    const { answers: all } = vendorResponse(answers, raw, title);
    const answer = answerNamed(all, question, raw, title);
    if (answer === undefined) return undefined;
    const {
      probabilities,
      choice,
      label_mass: mass,
    } = vendorResponse(answered, answer, title, raw);
    const labelMass = mass != null && { labelMass: mass };
    if (question.decision.options === undefined) {
      const yes = Object.hasOwn(probabilities, "yes") ? probabilities["yes"] : undefined;
      return { ...(yes !== undefined && { probability: yes }), ...labelMass };
    }
    return {
      probabilities: keyedOptions(probabilities),
      ...(choice != null && { choice }),
      ...labelMass,
    };
  },
};
