import type { Provider, Reply, Request } from "@promptnce/core";
import OpenAI from "openai";
import { z } from "zod";
import { checkPromptOnly } from "./prompt-only.ts";
import { heldToSchema, strictFormat } from "./held-to-schema.ts";
import { withPause } from "./rate-limit-pause.ts";
import { settingsSent, type VendorCallOptions } from "./vendor-call-options.ts";
import { sdkTimeout, vendorCall } from "./vendor-call.ts";
import type { Vendor } from "./vendor-error.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "./vendor-options.ts";
import { vendorResponse } from "./vendor-response.ts";

export interface OpenAICompatibleOptions extends VendorOptions {
  readonly baseURL: string;
  /**
   * What the server is called in tables and in the store; `openai-compatible` by default. The
   * address is no part of a request's identity: two servers that give one model name to different
   * weights need two names.
   */
  readonly name?: string;
}

/**
 * Models behind any server that speaks Chat Completions: vLLM, SGLang, Ollama, llama.cpp, LM
 * Studio, gateways. The key is `apiKey` and nothing else: without it no `Authorization` is sent,
 * so that a key meant for OpenAI and set in the environment never reaches another server.
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Provider {
  const { model, apiKey, baseURL, maxTokens, fetch, timeoutMs = TIMEOUT_MS } = options;
  const given = options.settings ?? {};
  checkSettings(given, ["model", "messages", "stream", "max_tokens"]);
  const settings = { ...(maxTokens !== undefined && { max_tokens: maxTokens }), ...given };
  const client = new OpenAI({
    baseURL,
    maxRetries: 0,
    timeout: sdkTimeout(timeoutMs),
    apiKey: apiKey ?? "none",
    // The environment's are OpenAI's own.
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    ...(fetch !== undefined && { fetch }),
  });
  const name = options.name ?? "openai-compatible";
  const vendor: Vendor = {
    title: `The server ${name}`,
    keyVariable: "the server's key",
    key: apiKey,
  };
  return {
    name,
    model,
    settings,
    complete: (request, callOptions?: VendorCallOptions) =>
      heldToSchema(request, settings, ["response_format"], () =>
        vendorCall(vendor, timeoutMs, callOptions, async (signal) => {
          checkPromptOnly(request, vendor.title);
          const body = chatBody(model, settingsSent(settings, callOptions), request);
          const response = await client.chat.completions.create(body, { signal }).asResponse();
          return withPause(chatReply(await response.json(), vendor.title), response.headers);
        }),
      ),
  };
}

/** The body of `POST /chat/completions`: one user turn, a schema where there is one, nothing else. */
function chatBody(
  model: string,
  settings: Readonly<Record<string, unknown>>,
  { prompt, schema }: Request,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  const body = { ...settings, model, messages: [{ role: "user" as const, content: prompt }] };
  if (schema === undefined) return body;
  const json_schema = strictFormat(schema);
  return { ...body, response_format: { type: "json_schema" as const, json_schema } };
}

const count = z.number().nonnegative();

const completion = z.object({
  id: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});

const STOPS: ReadonlyMap<string | null | undefined, Reply["stop"]> = new Map([
  ["stop", "end"],
  ["length", "length"],
  ["content_filter", "refusal"],
]);

/**
 * A completion as a reply: its first choice, or the text of a refusal. Many servers leave the
 * token counts or the id out; then the reply has none.
 *
 * @throws ProviderError where it is no completion.
 */
export function chatReply(raw: unknown, title: string): Reply {
  const { id, choices, usage } = vendorResponse(completion, raw, title);
  const { message, finish_reason } = choices[0] as (typeof choices)[number];
  const refused = Boolean(message.refusal);
  return {
    text: (refused ? message.refusal : message.content) ?? "",
    stop: refused ? "refusal" : (STOPS.get(finish_reason) ?? "other"),
    ...(usage && {
      usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    }),
    ...(id && { id }),
  };
}
