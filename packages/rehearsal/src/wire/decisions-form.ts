import type { NamedAnswer } from "./asked-decisions.ts";
import {
  askedInList,
  type DecisionForm,
  mostProbable,
  type QuestionMembers,
} from "./decision-wire.ts";

const members: QuestionMembers = {
  name: "name",
  isNameOptional: true,
  instructions: "instructions",
  yesOrNo: "predicate",
  options: "choices",
  optionId: "value",
};

/** OpenAI's `POST /v1/decisions`: a list of questions about an `input`, answered in their order. */
export const decisionsForm: DecisionForm = {
  path: "/decisions",
  asked: (body) => askedInList(body, members),
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
