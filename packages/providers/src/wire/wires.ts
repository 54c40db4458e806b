import type { Usage } from "@promptnce/core";
import { at } from "../call/untyped-json.ts";

/** A reply on its way to a client. */
export interface WireReply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly stop: "end" | "length" | "refusal";
  readonly usage: Usage;
}

/** How one interface of a vendor's looks from the server's side. */
export interface Wire {
  readonly vendor: "anthropic" | "openai";
  /** The path behind the base URL that the vendor's SDK is given. */
  readonly path: string;
  /** The text of the last turn of a request's body; `undefined` where the body has none. */
  prompt(body: unknown): string | undefined;
  /** The body of a response. */
  reply(reply: WireReply): unknown;
  /** The body of an error. */
  error(type: string, message: string): unknown;
}

/** Anthropic's `POST /v1/messages`. */
export const messages: Wire = {
  vendor: "anthropic",
  path: "/v1/messages",
  prompt: (body) => textOf(at(body, "messages", -1, "content")),
  reply: ({ id, model, text, stop, usage: { inputTokens, outputTokens } }) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text, citations: null }],
    stop_reason: { end: "end_turn", length: "max_tokens", refusal: "refusal" }[stop],
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
  }),
  error: (type, message) => ({ type: "error", error: { type, message }, request_id: null }),
};

/** The body of an error of OpenAI's, the same in all its interfaces. */
const openaiError: Wire["error"] = (code, message) => ({ error: { message, type: code, code, param: null } });

/** OpenAI's `POST /chat/completions`, which compatible servers speak as well. */
export const chatCompletions: Wire = {
  vendor: "openai",
  path: "/chat/completions",
  prompt: (body) => textOf(at(body, "messages", -1, "content")),
  reply: ({ id, model, text, stop, usage: { inputTokens, outputTokens } }) => {
    const content = stop === "refusal" ? { content: null, refusal: text } : { content: text, refusal: null };
    const finish_reason = stop === "length" ? "length" : "stop";
    return {
      id: `chatcmpl-${id}`,
      object: "chat.completion",
      created: 0,
      model,
      choices: [{ index: 0, finish_reason, logprobs: null, message: { role: "assistant", ...content } }],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
    };
  },
  error: openaiError,
};

/** OpenAI's `POST /responses`. */
export const responses: Wire = {
  vendor: "openai",
  path: "/responses",
  prompt: (body) => textOf(at(body, "input")) ?? textOf(at(body, "input", -1, "content")),
  reply: ({ id, model, text, stop, usage: { inputTokens, outputTokens } }) => {
    const status = stop === "length" ? "incomplete" : "completed";
    const part =
      stop === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
    return {
      id: `resp_${id}`,
      object: "response",
      created_at: 0,
      status,
      error: null,
      incomplete_details: stop === "length" ? { reason: "max_output_tokens" } : null,
      model,
      output: [{ type: "message", id: `msg_${id}`, role: "assistant", status, content: [part] }],
      usage: { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
    };
  },
  error: openaiError,
};

/** The text of a turn, which is a string or a list of parts with text in some of them. */
function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => at(part, "text")).filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("");
}
