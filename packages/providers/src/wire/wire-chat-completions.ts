import { openaiError } from "./wire-error.ts";
import { at, textOf, type Wire } from "./wire.ts";

const STOPS = { end: "stop", length: "length", refusal: "stop" } as const;

/** OpenAI's `POST /chat/completions`, which compatible servers speak as well. */
export const chatCompletions: Wire = {
  vendor: "openai",
  path: "/chat/completions",
  prompt: (body) => textOf(at(body, "messages", -1, "content")),
  reply: ({ id, model, text, stop, usage: { inputTokens, outputTokens } }) => ({
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: STOPS[stop],
        logprobs: null,
        message: {
          role: "assistant",
          content: stop === "refusal" ? null : text,
          refusal: stop === "refusal" ? text : null,
        },
      },
    ],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  }),
  error: openaiError,
};
