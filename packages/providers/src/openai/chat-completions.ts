import type { Provider, Reply } from "@promptnce/core";
import type { OpenAI } from "openai";
import { z } from "zod";
import { heldTo, leavesSchemaToRequest } from "../call/held-to.ts";
import { statedError } from "../call/stated-failure.ts";
import { checkInterface } from "./other-interface.ts";
import { at, parsedJson } from "@promptnce/core/json";
import {
  checkSettings,
  TIMEOUT_MS,
  type VendorOptions,
  withSetting,
} from "../call/vendor-options.ts";
import { lenientReply, textContent } from "../reply/lenient-reply.ts";
import { LISTED_TOKENS, MORE_LISTED_TOKENS } from "../reply/next-tokens.ts";
import { posting } from "../reply/posting.ts";
import { type SdkAdapter, vendorProvider } from "../reply/vendor-provider.ts";
import { checkMade, unusableResponse, vendorResponse } from "../reply/vendor-response.ts";
import type { Grammar } from "../settings/model-settings.ts";

export interface OpenAICompatibleOptions extends VendorOptions {
  readonly baseURL: string;
  /**
   * The server's name in tables and in the store; `openai-compatible` by default. The address is
   * not part of a request's identity: two servers that use one model name for different weights
   * need two names.
   */
  readonly name?: string;
  /**
   * The constraint on decoding that the server is asked for: each request's own grammar, any JSON,
   * or none. `schema` by default, unless the settings have their own `response_format`; a server
   * that rejects it is called without.
   */
  readonly grammar?: Grammar | undefined;
}

/** The values of the setting `response_format`; the schema itself comes with each request. */
const FORMS = {
  schema: { type: "json_schema" },
  json: { type: "json_object" },
  off: undefined,
} as const;

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/**
 * A provider for models behind any server with the Chat Completions API: vLLM, SGLang, Ollama,
 * llama.cpp, LM Studio, gateways. Without an `apiKey` no `Authorization` header is sent: a key for
 * OpenAI in the environment never reaches another server.
 *
 * @throws OptionError where a setting is reserved by the adapter, looks like a secret or conflicts
 *   with another option.
 * @example
 * const choices = [{ message: { content: "0.4" }, finish_reason: "stop" }];
 * const fetch = async () => Response.json({ choices }); // in place of the server
 * const baseURL = "http://127.0.0.1:8000/v1";
 * const provider = openaiCompatible({ model: "qwen3", baseURL, fetch });
 * (await provider.complete({ prompt: "How likely is rain?", sample: 0 })).text; // → "0.4"
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Provider {
  return vendorProvider(chatCompletions(options));
}

/** The adapter behind {@link openaiCompatible}. It needs no client: that is for batches alone. */
export function chatCompletions(
  options: OpenAICompatibleOptions,
): Omit<SdkAdapter<OpenAI, Body>, "client"> {
  const {
    model,
    apiKey,
    baseURL,
    maxTokens,
    effort,
    timeoutMs = TIMEOUT_MS,
    settings: chosen = {},
  } = options;
  const grammar = options.grammar ?? (chosen["response_format"] === undefined ? "schema" : "off");
  const held = withSetting(chosen, "grammar", FORMS[grammar], "response_format");
  checkSettings(chosen, ["model", "messages", "stream", "max_tokens"]);
  const name = options.name ?? "openai-compatible";
  const vendor = {
    title: `The server ${name}`,
    keyVariable: "the server's key",
    key: apiKey,
    address: baseURL,
  };
  return {
    name,
    model,
    settings: {
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      ...withSetting(held, "effort", effort, "reasoning_effort"),
    },
    vendor,
    timeoutMs,
    listed: MORE_LISTED_TOKENS,
    /**
     * One user turn, with the schema of its reply, or with a request for one token and its
     * alternatives.
     */
    body(request, sent, listed = LISTED_TOKENS) {
      const { response_format: _, ...others } = sent;
      const schema = heldTo(request, sent);
      const format = schema && {
        type: "json_schema",
        json_schema: { name: "answer", strict: true, schema },
      };
      const formed = withSetting(
        leavesSchemaToRequest(sent) ? others : sent,
        "schema",
        format,
        "response_format",
      );
      const body: Body = {
        ...formed,
        model,
        messages: [{ role: "user", content: request.prompt }],
      };
      return request.options
        ? { top_logprobs: listed, ...body, logprobs: true, max_tokens: 1 }
        : body;
    },
    send: limitAsWanted(posting(options, "/chat/completions")),
    reply(json) {
      checkInterface(json, vendor);
      return chatReply(json, vendor.title);
    },
    topTokens,
  };
}

type Send = (body: Body, signal: AbortSignal) => Promise<Response>;

/** Renames the token limit to `max_completion_tokens` once the server has rejected `max_tokens`. */
function limitAsWanted(send: Send): Send {
  let renamed = false;
  return async function sendWithLimit({ max_tokens, ...body }, signal) {
    if (max_tokens == null) return send(body, signal);
    const old = !renamed;
    try {
      return await send(
        { ...body, [old ? "max_tokens" : "max_completion_tokens"]: max_tokens },
        signal,
      );
    } catch (error) {
      if (!old || !/max_completion_tokens/.test((error as Error).message)) throw error;
      renamed = true;
      return sendWithLimit({ ...body, max_tokens }, signal);
    }
  };
}

const message = z.looseObject({
  content: z.nullish(textContent),
  refusal: z.string().nullish().catch(null),
});

const completion = z.looseObject({
  choices: z.array(z.looseObject({ message: message.nullable() })),
});

/**
 * A completion as a reply: its first choice, or the text of a refusal, without the counts or id
 * that many servers omit. A completion without choices is a refusal where it says that something was
 * blocked, and else an empty reply, which is asked for again: gateways send it for either.
 *
 * @throws ProviderError where the response is not a completion, or the vendor failed while
 *   generating it.
 */
export function chatReply(raw: unknown, title: string): Reply {
  checkMade(at(raw, "choices", 0), at(raw, "choices", 0, "finish_reason"), raw, title);
  const { choices, ...beside } = vendorResponse(completion, raw, title);
  const [choice] = choices;
  if (choice === undefined) {
    if (statedError(raw) !== undefined) throw unusableResponse(raw, title, "");
    return lenientReply("", BLOCKED.test(JSON.stringify(beside)) ? "refusal" : "", beside);
  }
  const { message: said, finish_reason: ended } = choice;
  if (said?.refusal) return lenientReply(said.refusal, "refusal", beside);
  const thoughts = [said?.["reasoning_content"], said?.["reasoning"]];
  return lenientReply(answerIn(said, thoughts), ended, beside, thoughts.some(Boolean));
}

/** What a completion without choices says of a prompt that was blocked. */
const BLOCKED = /"filtered":\s*true|block_?reason|blocked|prohibited|content_filter"|safety"/i;

/**
 * The text of a message. Where it is empty, the answer may stand elsewhere: a gateway asks some
 * models for JSON as the arguments of a function, and a server that looks for the end of reasoning
 * which never began takes all of a reply for reasoning.
 */
function answerIn(said: z.infer<typeof message> | null, thoughts: readonly unknown[]): string {
  const text = said?.content ?? "";
  if (text.trim() !== "") return text;
  const calls = [
    at(said, "tool_calls", 0, "function", "arguments"),
    at(said, "function_call", "arguments"),
  ];
  const called = at(said, "tool_calls", 1) === undefined ? calls : [];
  const whole = thoughts.filter((thought) => isObjectText(thought));
  return [...called, ...whole].find((one) => typeof one === "string") ?? text;
}

/** Whether a text is a JSON object from its first character to its last. */
function isObjectText(text: unknown): boolean {
  if (typeof text !== "string" || !text.trim().startsWith("{")) return false;
  return typeof parsedJson(text) === "object";
}

/**
 * The list of the most likely first tokens: Chat Completions' own, or a map of tokens to
 * log-probabilities, as the older Completions have it.
 */
function topTokens(json: unknown): unknown {
  const logprobs = at(json, "choices", 0, "logprobs");
  const listed = at(logprobs, "content", 0, "top_logprobs") ?? at(logprobs, "top_logprobs", 0);
  if (Array.isArray(listed) || typeof listed !== "object" || listed === null) return listed;
  return Object.entries(listed).map(([token, logprob]) => ({ token, logprob: logprob as unknown }));
}
