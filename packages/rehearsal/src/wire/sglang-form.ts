import type { DecisionAnswer } from "@promptnce/core";
import type { NamedDecision } from "./asked-decisions.ts";
import {
  byId,
  byName,
  type DecisionForm,
  listAt,
  listedQuestion,
  mostProbable,
  type QuestionMembers,
  textAt,
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
  return listedQuestion(body, textAt(body, ...place, "id"), place, members);
}

const members: QuestionMembers = {
  instructions: "question",
  yesOrNo: "yes_no",
  options: "options",
  optionId: "name",
};

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
