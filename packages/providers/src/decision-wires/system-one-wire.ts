import type { DecisionAnswer } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "@promptnce/core/json";
import { vendorResponse } from "../reply/vendor-response.ts";
import type { DecisionWire } from "./decision-wire.ts";
import { answerNamed, keyedOptions } from "./keyed-answers.ts";

const number = z.number();
const masses = z.record(z.string(), number);

const noul = z.object({ noul: number });
const choice = z.object({
  probabilities: masses,
  choice: z.nullish(z.string()),
  confidence: z.nullish(number),
});

/**
 * System One, as TypeSafe's Jev and many servers of open models speak it: a map of questions about
 * a `state`. Options are the keys of a map, which JavaScript would reorder if they looked like
 * numbers; ours do not.
 */
export const systemOneWire: DecisionWire = {
  path: "/systemone",
  otherPaths: ["/decisions", "/evaluate"],
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
  decided(raw, question, title): DecisionAnswer | undefined {
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
};

/** The mass on the options before scaling, by the names that SGLang and vLLM give it. */
function labelMassOf(answer: unknown): number | undefined {
  const places = [["x_label_mass"], ["label_mass"], ["diagnostics", "label_mass"]];
  return places.map((place) => at(answer, ...place)).find((mass) => typeof mass === "number");
}
