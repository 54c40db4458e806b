import type { Provider, Reply, Request } from "@promptnce/core";
import OpenAI from "openai";
import { z } from "zod";
import { checkPromptOnly } from "./prompt-only.ts";
import { heldToSchema, strictFormat } from "./held-to-schema.ts";
import { ProviderError } from "./provider-error.ts";
import { withPause } from "./rate-limit-pause.ts";
import { settingsSent, type VendorCallOptions } from "./vendor-call-options.ts";
import { sdkTimeout, vendorCall } from "./vendor-call.ts";
import { type Vendor, vendorError } from "./vendor-error.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "./vendor-options.ts";
import { vendorResponse } from "./vendor-response.ts";

export { openaiCompatible, type OpenAICompatibleOptions } from "./openai-compatible.ts";

/**
 * Models of OpenAI, through the Responses API and its SDK, with the SDK's retries off and nothing
 * stored at the vendor. The key is `apiKey` or the environment's `OPENAI_API_KEY`.
 *
 * Without `maxTokens` the model's own limit holds: reasoning counts against it, so that a limit
 * which is right for the answer can be spent before the answer begins.
 *
 * @throws ProviderError of kind `auth` where there is no key.
 */
export function openai(options: VendorOptions): Provider {
  const { model, apiKey, baseURL, maxTokens, fetch, timeoutMs = TIMEOUT_MS } = options;
  const given = options.settings ?? {};
  checkSettings(given, ["model", "input", "stream", "background", "max_output_tokens"]);
  const settings = {
    store: false,
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...given,
  };
  const vendor: Vendor = { title: "OpenAI", keyVariable: "OPENAI_API_KEY", key: apiKey };
  const client = withKey(vendor, () => {
    return new OpenAI({
      maxRetries: 0,
      timeout: sdkTimeout(timeoutMs),
      ...(apiKey !== undefined && { apiKey }),
      ...(baseURL !== undefined && { baseURL }),
      ...(fetch !== undefined && { fetch }),
    });
  });
  const keyed = { ...vendor, key: client.apiKey };
  return {
    name: "openai",
    model,
    settings,
    complete: (request, callOptions?: VendorCallOptions) =>
      heldToSchema(request, settings, ["text", "format"], () =>
        vendorCall(keyed, timeoutMs, callOptions, async (signal) => {
          checkPromptOnly(request, keyed.title);
          const body = openaiBody(model, settingsSent(settings, callOptions), request);
          const raw = await client.responses.create(body, { signal }).asResponse();
          return withPause(openaiReply(await raw.json()), raw.headers);
        }),
      ),
  };
}

/** A missing key is found out when the client is made. */
function withKey<T>(vendor: Vendor, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw vendorError(error, vendor);
  }
}

/** The body of `POST /responses`. */
function openaiBody(
  model: string,
  settings: Readonly<Record<string, unknown>>,
  { prompt, schema }: Request,
): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const body = { ...settings, model, input: prompt };
  if (schema === undefined) return body;
  const { text } = settings as { readonly text?: OpenAI.Responses.ResponseTextConfig };
  const format = { type: "json_schema" as const, ...strictFormat(schema) };
  return { ...body, text: { ...text, format } };
}

const count = z.number().nonnegative();

const response = z.object({
  id: z.string().optional(),
  status: z.string(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(
          z.object({
            type: z.string(),
            text: z.string().optional(),
            refusal: z.string().optional(),
          }),
        )
        .nullish(),
    }),
  ),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish(),
});

/**
 * A response as a reply: the text of its messages, or that of a refusal where there is one.
 * Reasoning is left out of the text; its tokens count as output.
 *
 * @throws ProviderError where it is no response, or one that the vendor failed to make.
 */
export function openaiReply(raw: unknown): Reply {
  const { id, status, error, incomplete_details, output, usage } = vendorResponse(
    response,
    raw,
    "OpenAI",
  );
  if (status === "failed") {
    throw new ProviderError(
      `OpenAI could not make the response (${error?.code ?? "no code given"}): try again.`,
      { kind: "server", retryable: true },
    );
  }
  const parts = output.flatMap(({ type, content }) => (type === "message" ? (content ?? []) : []));
  const refusal = parts.map((part) => part.refusal ?? "").join("");
  const text = parts.map((part) => part.text ?? "").join("");
  return {
    text: refusal === "" ? text : refusal,
    stop: refusal === "" ? stop(status, incomplete_details?.reason) : "refusal",
    ...(usage && {
      usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    }),
    ...(id !== undefined && { id }),
  };
}

function stop(status: string, reason: string | null | undefined): Reply["stop"] {
  if (status === "completed") return "end";
  if (reason === "max_output_tokens") return "length";
  return reason === "content_filter" ? "refusal" : "other";
}
