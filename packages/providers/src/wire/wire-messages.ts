import { at, textOf, type Wire } from "./wire.ts";

const STOPS = { end: "end_turn", length: "max_tokens", refusal: "refusal" } as const;

/** Anthropic's `POST /v1/messages`. */
export const messages: Wire = {
  vendor: "anthropic",
  path: "/v1/messages",
  prompt: (body) => textOf(at(body, "messages", -1, "content")),
  reply: ({ id, model, text, stop, usage }) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text, citations: null }],
    stop_reason: STOPS[stop],
    stop_sequence: null,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
  }),
  error: (type, text) => ({ type: "error", error: { type, message: text }, request_id: null }),
};
