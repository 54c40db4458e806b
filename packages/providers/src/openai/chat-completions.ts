import type { Provider, Reply } from "@promptnce/core";
import type { OpenAI } from "openai";
import { z } from "zod";
import { fetchAt } from "../call/fetch-at.ts";
import { type Grammar, heldTo, leavesSchemaToRequest } from "../call/held-to.ts";
import { statedError } from "../call/stated-failure.ts";
import { at } from "../call/untyped-json.ts";
import {
  checkSettings,
  TIMEOUT_MS,
  type VendorOptions,
  withSetting,
} from "../call/vendor-options.ts";
import { lenientReply, textContent } from "../reply/lenient-reply.ts";
import { LISTED_TOKENS } from "../reply/next-tokens.ts";
import { type SdkAdapter, vendorProvider } from "../reply/vendor-provider.ts";
import {
  checkMade,
  statusErrorOf,
  unusableResponse,
  vendorResponse,
} from "../reply/vendor-response.ts";

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
    send: limitAsWanted(posting(options)),
    reply: (json) => chatReply(json, vendor.title),
    topTokens: (json) => at(json, "choices", 0, "logprobs", "content", 0, "top_logprobs"),
  };
}

type Send = (body: Body, signal: AbortSignal) => Promise<Response>;

/**
 * Posts bodies to a server, without OpenAI's SDK: that takes longer for a call than the connection
 * does, which counts where a server of one's own answers thousands of them.
 */
function posting({
  baseURL,
  apiKey,
  fetch,
}: Pick<OpenAICompatibleOptions, "baseURL" | "apiKey" | "fetch">): Send {
  const send = fetchAt(() => baseURL, fetch);
  return async (body, signal) => {
    const address = new URL(baseURL);
    address.pathname = `${address.pathname.replace(/\/$/, "")}/chat/completions`;
    // Made here, so that a key that cannot be sent is not taken for a failed connection.
    const headers = new Headers({
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "promptnce",
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    });
    const init = { method: "POST", headers, body: JSON.stringify(body), signal };
    const response = await send(address, init).catch((error: unknown) => {
      throw new TypeError("fetch failed", { cause: error });
    });
    if (!response.ok) throw await statusErrorOf(response);
    return response;
  };
}

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
 * that many servers omit. A completion without choices is a refusal, as gateways send it for
 * prompts that Gemini blocks.
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
    return lenientReply("", "refusal", beside);
  }
  const { message: said, finish_reason: ended } = choice;
  if (said?.refusal) return lenientReply(said.refusal, "refusal", beside);
  const thought = [said?.["reasoning_content"], said?.["reasoning"]].some(Boolean);
  return lenientReply(said?.content ?? "", ended, beside, thought);
}
