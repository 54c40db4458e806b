import type { Provider, Reply } from "@promptnce/core";
import type { OpenAI } from "openai";
import { z } from "zod";
import { type Grammar, heldTo, leavesSchemaToRequest } from "../call/held-to.ts";
import { at } from "../call/untyped-json.ts";
import {
  checkSettings,
  SDK_TIMEOUT_MS,
  TIMEOUT_MS,
  type VendorOptions,
  withSetting,
} from "../call/vendor-options.ts";
import { lenientReply, textContent } from "../reply/lenient-reply.ts";
import { LISTED_TOKENS } from "../reply/next-tokens.ts";
import { type SdkAdapter, vendorProvider } from "../reply/vendor-provider.ts";
import {
  checkMade,
  statedError,
  unusableResponse,
  vendorResponse,
} from "../reply/vendor-response.ts";
import { openaiSdk } from "./openai-sdk.ts";

export interface OpenAICompatibleOptions extends VendorOptions {
  readonly baseURL: string;
  /**
   * What the server is called in tables and in the store; `openai-compatible` by default. The address is no part of a
   * request's identity: two servers that give one model name to different weights need two names.
   */
  readonly name?: string;
  /**
   * What the server is told to hold decoding to: each request's own grammar, any JSON, or nothing. `schema` by default,
   * unless the settings have a `response_format` of their own; a server that takes none is asked without.
   */
  readonly grammar?: Grammar | undefined;
}

/** As the setting `response_format`, which leaves the schema itself to the request. */
const FORMS = {
  schema: { type: "json_schema" },
  json: { type: "json_object" },
  off: undefined,
} as const;

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/**
 * Models behind any server that speaks Chat Completions: vLLM, SGLang, Ollama, llama.cpp, LM Studio, gateways. No
 * `Authorization` is sent without an `apiKey`: a key for OpenAI in the environment never reaches another server.
 *
 * @throws OptionError where a setting is the adapter's own, looks like a secret or excludes another option.
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Provider {
  return vendorProvider(chatCompletions(options));
}

/** What {@link openaiCompatible} makes a provider of. */
export function chatCompletions(options: OpenAICompatibleOptions): SdkAdapter<OpenAI, Body> {
  const {
    model,
    apiKey,
    baseURL,
    maxTokens,
    effort,
    fetch,
    timeoutMs = TIMEOUT_MS,
    settings: given = {},
  } = options;
  const grammar = options.grammar ?? (given["response_format"] === undefined ? "schema" : "off");
  const held = withSetting(given, "grammar", FORMS[grammar], "response_format");
  checkSettings(given, ["model", "messages", "stream", "max_tokens"]);
  const { OpenAI: Client } = openaiSdk();
  const client = new Client({
    baseURL,
    fetch,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    apiKey: apiKey ?? "none",
    // The environment's are OpenAI's own.
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
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
    client,
    /** One user turn; the schema its reply is held to, or one token with its rivals. */
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
    send: limitAsWanted((body, signal) =>
      client.chat.completions.create(body, { signal }).asResponse(),
    ),
    reply: (json) => chatReply(json, vendor.title),
    topTokens: (json) => at(json, "choices", 0, "logprobs", "content", 0, "top_logprobs"),
  };
}

type Send = (body: Body, signal: AbortSignal) => Promise<Response>;

/** Names the limit on tokens `max_completion_tokens` once the server has said that it takes no `max_tokens`. */
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
 * A completion as a reply: its first choice, or a refusal's text; without the counts or id that many servers leave out.
 * None at all is a refusal, as gateways send it for what Gemini blocks.
 *
 * @throws ProviderError where it is no completion, or one that the vendor failed to make.
 */
export function chatReply(raw: unknown, title: string): Reply {
  checkMade(at(raw, "choices", 0), at(raw, "choices", 0, "finish_reason"), raw, title);
  const { choices, ...beside } = vendorResponse(completion, raw, title);
  const [choice] = choices;
  if (choice === undefined) {
    if (statedError(raw) !== undefined) throw unusableResponse(raw, title, "");
    return lenientReply("", "refusal", beside);
  }
  const { message: said, finish_reason: ended } = choice;
  if (said?.refusal) return lenientReply(said.refusal, "refusal", beside);
  const thought = [said?.["reasoning_content"], said?.["reasoning"]].some(Boolean);
  return lenientReply(said?.content ?? "", ended, beside, thought);
}
