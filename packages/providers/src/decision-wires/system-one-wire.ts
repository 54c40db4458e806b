import type { Decided } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "@promptnce/core/json";
import { vendorResponse } from "../reply/vendor-response.ts";
import type { DecisionWire } from "./decision-wire.ts";
import { answerNamed, byId, byName, keyedOptions } from "./keyed-answers.ts";
import { askedForm, mostProbable } from "./served-decision.ts";

const number = z.number();
const masses = z.record(z.string(), number);

const noul = z.object({ noul: number });
const choice = z.object({
  probabilities: masses,
  choice: z.nullish(z.string()),
  confidence: z.nullish(number),
});

const request = z.object({
  model: z.string(),
  state: z.string(),
  questions: z.record(
    z.string(),
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("noul"), instructions: z.string() }),
      z.object({
        type: z.literal("choice"),
        instructions: z.string(),
        criteria: z.record(z.string(), z.nullable(z.string())),
      }),
    ]),
  ),
});

/**
 * System One, as TypeSafe's Jev and many servers of open models speak it: a map of questions about
 * a `state`. Options are the keys of a map, which JavaScript would reorder if they looked like
 * numbers; ours do not.
 */
export const systemOneWire: DecisionWire = {
  path: "/systemone",
  body: ({ model, state, questions }) => ({
    model,
    state,
    questions: Object.fromEntries(
      questions.map(({ name, decision: { instructions, options } }) => {
        if (options === undefined) return [name, { type: "noul", instructions }];
        const criteria = Object.fromEntries(options.map((one) => [one.id, one.description]));
        return [name, { type: "choice", instructions, criteria }];
      }),
    ),
  }),
  decided(raw, question, title): Decided | undefined {
    const { decision } = question;
    const answers = z.object({ answers: z.record(z.string(), z.unknown()) });
    const { answers: all } = vendorResponse(answers, raw, title);
    const answer = answerNamed(all, question, raw, title);
    if (answer === undefined) return undefined;
    const read = <T>(form: z.core.$ZodType<T>): T => vendorResponse(form, answer, title, raw);
    const mass = labelMassOf(answer);
    const labelMass = mass !== undefined && { labelMass: mass };
    if (decision.options === undefined) return { probability: read(noul).noul, ...labelMass };
    const { probabilities, choice: chosen, confidence } = read(choice);
    return {
      probabilities: keyedOptions(probabilities),
      ...(chosen != null && { choice: chosen }),
      ...(confidence != null && { confidence }),
      ...labelMass,
    };
  },
  asked(body) {
    const { model, state, questions } = askedForm(request, body);
    return {
      model,
      state,
      questions: Object.entries(questions).map(([name, question]) => ({
        name,
        decision: {
          instructions: question.instructions,
          ...("criteria" in question && {
            options: Object.entries(question.criteria).map(([id, text]) => ({
              id,
              description: text ?? id,
            })),
          }),
        },
      })),
    };
  },
  response: ({ model }, answers, inputTokens) => ({
    model,
    answers: byName(answers, answerOf),
    usage: { input_tokens: inputTokens, output_tokens: 0 },
  }),
};

/** The mass on the options before scaling, by the names that SGLang and vLLM give it. */
function labelMassOf(answer: unknown): number | undefined {
  const places = [["x_label_mass"], ["label_mass"], ["diagnostics", "label_mass"]];
  return places.map((place) => at(answer, ...place)).find((mass) => typeof mass === "number");
}

function answerOf({ probability, probabilities = [], ...more }: Decided): object {
  const { labelMass, confidence = 0, choice: chosen = mostProbable(probabilities) } = more;
  const mass = labelMass !== undefined && { x_label_mass: labelMass };
  if (probability !== undefined) return { type: "noul", noul: probability, ...mass };
  return {
    type: "choice",
    choice: chosen,
    confidence,
    probabilities: byId(probabilities),
    ...mass,
  };
}
