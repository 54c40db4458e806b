import type { DecisionAnswer } from "@promptnce/core";
import type { NamedDecision } from "./asked-decisions.ts";
import {
  byId,
  byName,
  type DecisionForm,
  listAt,
  mostProbable,
  textAt,
  textOr,
} from "./decision-wire.ts";

/** SGLang's own `POST /v1/decisions`: a list of questions about an `input`, and a map of answers. */
export const sglangForm: DecisionForm = {
  path: "/decisions",
  asked: (body) => ({
    model: textAt(body, "model"),
    state: textAt(body, "input"),
    questions: listAt(body, "questions").map((_, i) => questionAt(body, i)),
  }),
  response: ({ model }, answers, inputTokens) => ({
    model,
    answers: byName(answers, answerOf),
    usage: { prompt_tokens: inputTokens, completion_tokens: 0, total_tokens: inputTokens },
  }),
};

function questionAt(body: unknown, i: number): NamedDecision {
  const place = ["questions", i] as const;
  const name = textAt(body, ...place, "id");
  const instructions = textAt(body, ...place, "question");
  if (textAt(body, ...place, "type") === "yes_no") return { name, decision: { instructions } };
  const options = listAt(body, ...place, "options").map((one, k) => {
    const id = textAt(body, ...place, "options", k, "name");
    return { id, description: textOr(id, one, "description") };
  });
  return { name, decision: { instructions, options } };
}

function answerOf({
  probability,
  probabilities = [],
  labelMass = 1,
  choice,
}: DecisionAnswer): object {
  const all =
    probability === undefined
      ? probabilities
      : [
          { id: "yes", probability },
          { id: "no", probability: 1 - probability },
        ];
  return { probabilities: byId(all), choice: choice ?? mostProbable(all), label_mass: labelMass };
}
