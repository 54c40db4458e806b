import type { DecisionAnswer } from "@promptnce/core";
import {
  askedInList,
  byId,
  byName,
  type DecisionForm,
  mostProbable,
  type QuestionMembers,
} from "./decision-wire.ts";

const members: QuestionMembers = {
  name: "id",
  instructions: "question",
  yesOrNo: "yes_no",
  options: "options",
  optionId: "name",
};

/** SGLang's own `POST /v1/decisions`: a list of questions about an `input`, and a map of answers. */
export const sglangForm: DecisionForm = {
  path: "/decisions",
  asked: (body) => askedInList(body, members),
  response: ({ model }, answers, inputTokens) => ({
    model,
    answers: byName(answers, answerOf),
    usage: { prompt_tokens: inputTokens, completion_tokens: 0, total_tokens: inputTokens },
  }),
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
