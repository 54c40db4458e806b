import type { Usage } from "@promptnce/core";
import type { AskedDecisions, NamedAnswer } from "./asked-decisions.ts";
import { at } from "@promptnce/core/json";

/** A model's reply, independent of the vendor's format. */
export interface WireReply {
  readonly id?: string;
  readonly model: string;
  readonly text: string;
  readonly stop: "end" | "length" | "refusal";
  readonly usage: Usage;
  /** The parts of the text, if it is sent in several. */
  readonly parts?: readonly string[];
  /** The likeliest first tokens of the text, in descending order. */
  readonly top?: readonly { readonly text: string; readonly logprob: number }[];
  /** The decisions that were asked for, in place of a text. */
  readonly decided?: Pick<AskedDecisions, "questions"> & {
    readonly answers: readonly NamedAnswer[];
  };
}

/** The wire format of a vendor's API, from the server's side. */
export interface Wire {
  readonly vendor: "anthropic" | "openai";
  /** The path that the vendor's SDK appends to its base URL. */
  readonly path: string;
  /** What a body asks a decision model; absent in the wires of text. @throws TypeError */
  readonly asked?: (body: unknown) => AskedDecisions;
  /** The text of the last turn in a request's body; `undefined` if the body has none. */
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
  reply: ({ id, model, text, parts = [text], stop, usage }) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: parts.map((part) => ({ type: "text", text: part, citations: null })),
    stop_reason: { end: "end_turn", length: "max_tokens", refusal: "refusal" }[stop],
    stop_sequence: null,
    usage: {
      // Cached tokens are counted separately; reasoning tokens are part of the output.
      input_tokens: usage.inputTokens - (usage.cachedTokens ?? 0),
      output_tokens: usage.outputTokens,
      output_tokens_details: { thinking_tokens: usage.reasoningTokens ?? 0 },
      cache_read_input_tokens: usage.cachedTokens ?? 0,
      cache_creation_input_tokens: 0,
      service_tier: "standard",
    },
  }),
  error: (type, message) => ({ type: "error", error: { type, message }, request_id: null }),
};

/** The body of an OpenAI error, the same in all of its APIs. */
export const openaiError: Wire["error"] = (code, message) => ({
  error: { message, type: code, code, param: null },
});

/** OpenAI's token counts; its APIs have different names for input and output. */
function openaiUsage(usage: Usage, input: string, output: string): unknown {
  const { inputTokens, outputTokens, cachedTokens = 0, reasoningTokens = 0 } = usage;
  return {
    [`${input}_tokens`]: inputTokens,
    [`${input}_tokens_details`]: { cached_tokens: cachedTokens },
    [`${output}_tokens`]: outputTokens,
    [`${output}_tokens_details`]: { reasoning_tokens: reasoningTokens },
    total_tokens: Number(inputTokens) + Number(outputTokens),
  };
}

/** The log-probabilities of the first token in OpenAI's format; `undefined` if there are none. */
function firstToken(top: WireReply["top"]): readonly object[] | undefined {
  const listed = top?.map(({ text: token, logprob }) => ({
    token,
    logprob,
    bytes: [...Buffer.from(token)],
  }));
  return listed && [{ ...listed[0], top_logprobs: listed }];
}

/** OpenAI's `POST /chat/completions`, which compatible servers also offer. */
export const chatCompletions: Wire = {
  vendor: "openai",
  path: "/chat/completions",
  prompt: (body) => textOf(at(body, "messages", -1, "content")),
  reply: ({ id, model, text, parts, stop, usage, top }) => {
    const textOrParts = parts?.map((part) => ({ type: "text", text: part })) ?? text;
    const content =
      stop === "refusal"
        ? { content: null, refusal: text }
        : { content: textOrParts, refusal: null };
    const finish_reason = stop === "length" ? "length" : "stop";
    const logprobs = top ? { content: firstToken(top), refusal: null } : null;
    return {
      id: `chatcmpl-${id}`,
      object: "chat.completion",
      created: 0,
      model,
      choices: [{ index: 0, finish_reason, logprobs, message: { role: "assistant", ...content } }],
      service_tier: "default",
      usage: openaiUsage(usage, "prompt", "completion"),
    };
  },
  error: openaiError,
};

/** OpenAI's `POST /responses`. */
export const responses: Wire = {
  vendor: "openai",
  path: "/responses",
  prompt: (body) => textOf(at(body, "input")) ?? textOf(at(body, "input", -1, "content")),
  reply: ({ id, model, text, parts = [text], stop, usage, top }) => {
    const status = stop === "length" ? "incomplete" : "completed";
    const content =
      stop === "refusal"
        ? [{ type: "refusal", refusal: text }]
        : parts.map((part) => ({
            type: "output_text",
            text: part,
            annotations: [],
            ...(top && { logprobs: firstToken(top) }),
          }));
    return {
      id: `resp_${id}`,
      object: "response",
      created_at: 0,
      status,
      error: null,
      incomplete_details: stop === "length" ? { reason: "max_output_tokens" } : null,
      model,
      output: [{ type: "message", id: `msg_${id}`, role: "assistant", status, content }],
      service_tier: "default",
      usage: openaiUsage(usage, "input", "output"),
    };
  },
  error: openaiError,
};

/** The text of a turn: a string, or the joined texts of its parts; `undefined` if there is none. */
function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => at(part, "text")).filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("");
}
