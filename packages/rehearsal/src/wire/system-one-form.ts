import type { DecisionAnswer } from "@promptnce/core";
import type { NamedDecision } from "./asked-decisions.ts";
import { byId, byName, type DecisionForm, mapAt, mostProbable, textAt } from "./decision-wire.ts";

/** System One: a map of questions about a `state`, and a map of answers. */
export const systemOneForm: DecisionForm = {
  path: "/systemone",
  asked: (body) => ({
    model: textAt(body, "model"),
    state: textAt(body, "state"),
    questions: mapAt(body, "questions").map(([name]) => questionAt(body, name)),
  }),
  response: ({ model }, answers, inputTokens) => ({
    model,
    answers: byName(answers, answerOf),
    usage: { input_tokens: inputTokens, output_tokens: 0 },
  }),
};

function questionAt(body: unknown, name: string): NamedDecision {
  const place = ["questions", name] as const;
  const instructions = textAt(body, ...place, "instructions");
  if (textAt(body, ...place, "type") === "noul") return { name, decision: { instructions } };
  const options = mapAt(body, ...place, "criteria").map(([id, text]) => ({
    id,
    description: typeof text === "string" ? text : id,
  }));
  return { name, decision: { instructions, options } };
}

function answerOf({ probability, probabilities = [], ...more }: DecisionAnswer): object {
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
