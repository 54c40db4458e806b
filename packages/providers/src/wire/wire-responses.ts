import { openaiError } from "./wire-error.ts";
import { at, textOf, type Wire } from "./wire.ts";

/** OpenAI's `POST /responses`. */
export const responses: Wire = {
  vendor: "openai",
  path: "/responses",
  prompt: (body) => textOf(at(body, "input")) ?? textOf(at(body, "input", -1, "content")),
  reply: ({ id, model, text, stop, usage: { inputTokens, outputTokens } }) => {
    const whole = stop !== "length";
    const part =
      stop === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
    return {
      id: `resp_${id}`,
      object: "response",
      created_at: 0,
      status: whole ? "completed" : "incomplete",
      error: null,
      incomplete_details: whole ? null : { reason: "max_output_tokens" },
      model,
      output: [
        {
          type: "message",
          id: `msg_${id}`,
          role: "assistant",
          status: whole ? "completed" : "incomplete",
          content: [part],
        },
      ],
      usage: {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    };
  },
  error: openaiError,
};
