import type { Provider, Reply } from "@promptnce/core";
import type { OpenAI } from "openai";
import { z } from "zod";
import { redact } from "../call/redact.ts";
import { failureKind, statedFailure } from "../call/stated-failure.ts";
import { at } from "@promptnce/core/json";
import { noKey, type Vendor } from "../call/vendor-error.ts";
import { keyFrom } from "../call/vendor-key.ts";
import { openLimit, withReplyLimit } from "../call/reply-limit.ts";
import {
  checkSettings,
  TIMEOUT_MS,
  type VendorOptions,
  withSetting,
} from "../call/vendor-options.ts";
import { ProviderError } from "@promptnce/core/errors";
import { lenientReply, textContent } from "../reply/lenient-reply.ts";
import { LISTED_TOKENS } from "../reply/next-tokens.ts";
import { type SdkAdapter, vendorProvider } from "../reply/vendor-provider.ts";
import { vendorResponse } from "../reply/vendor-response.ts";
import { openaiClient, openaiSdk } from "./openai-sdk.ts";
import { plainFamilies } from "./plain-families.ts";

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * A provider for OpenAI's models, through the Responses API and its SDK, without retries and with
 * nothing stored at OpenAI. The key is `apiKey` or the environment variable `OPENAI_API_KEY`.
 * Without `maxTokens` each request has a limit of its own, by the form of its answer
 * and the effort; at the greatest effort it is the model's. Reasoning counts towards the limit, so
 * one that suits the answer may be used up before the answer starts.
 *
 * @throws ProviderError of kind `auth` where there is no key.
 * @example
 * const message = { type: "message", content: [{ type: "output_text", text: "0.4" }] };
 * const fetch = async () => Response.json({ status: "completed", output: [message] });
 * const provider = openai({ model: "gpt-5-mini", apiKey: "key", fetch });
 * (await provider.complete({ prompt: "How likely is rain?", sample: 0 })).text; // → "0.4"
 */
export function openai(options: VendorOptions): Provider {
  return vendorProvider(openaiResponses(options));
}

/** The adapter behind {@link openai}. */
export function openaiResponses(options: VendorOptions): SdkAdapter<OpenAI, Body> {
  const {
    model,
    apiKey,
    baseURL,
    maxTokens,
    effort,
    fetch,
    timeoutMs = TIMEOUT_MS,
    settings: chosen = {},
  } = options;
  checkSettings(chosen, ["model", "input", "stream", "background", "max_output_tokens"]);
  const key = keyFrom(apiKey, "OPENAI_API_KEY");
  const vendor: Vendor = {
    title: "OpenAI",
    keyVariable: "OPENAI_API_KEY",
    key,
    address: baseURL,
  };
  const asked = withSetting(chosen, "effort", effort, "reasoning", "effort");
  const limit = maxTokens ?? openLimit(asked, plainFamilies.test(model));
  openaiSdk.check();
  if (!key) throw noKey(vendor);
  const client = openaiClient({ apiKey: key, baseURL, fetch });
  return {
    name: "openai",
    model,
    settings: {
      store: false,
      ...(limit !== undefined && { max_output_tokens: limit }),
      ...asked,
    },
    vendor,
    timeoutMs,
    client,
    body(request, sent, listed = LISTED_TOKENS) {
      const { prompt, schema, options: among } = request;
      const format = schema && { type: "json_schema", name: "answer", strict: true, schema };
      const body: Body = {
        ...withSetting(withReplyLimit(sent, request), "schema", format, "text", "format"),
        model,
        input: prompt,
      };
      // OpenAI's minimum is 16 tokens.
      const beside = { include: ["message.output_text.logprobs" as const], max_output_tokens: 16 };
      return among ? { top_logprobs: listed, ...body, ...beside } : body;
    },
    async send(body, signal) {
      const { responses } = await client();
      return responses.create(body, { signal }).asResponse();
    },
    reply: openaiReply,
    topTokens: (json) => at(json, "output", -1, "content", 0, "logprobs", 0, "top_logprobs"),
  };
}

const response = z.looseObject({ output: z.array(z.looseObject({})) });

/**
 * A response as a reply: the text of its messages or of a refusal. Reasoning tokens count as
 * output.
 *
 * @throws ProviderError where the value is not a response, or the vendor failed while generating
 *   it.
 */
export function openaiReply(raw: unknown): Reply {
  const { status, output, ...beside } = vendorResponse(response, raw, "OpenAI");
  if (status === "failed") {
    const found = statedFailure(beside);
    const kind = failureKind(found.status ?? 500, found);
    const reason = redact(found.words ?? "no reason given", undefined);
    const retryable = kind === "rate-limit" || kind === "server";
    const advice = retryable ? ": try again" : "";
    const sentence = `OpenAI could not make the response (${reason})${advice}.`;
    throw new ProviderError(sentence, { kind, retryable, status: found.status });
  }
  const parts = output.flatMap(({ type, content }) => (type === "message" ? content : []));
  const refusal = parts
    .map((part) => at(part, "refusal"))
    .filter((text) => typeof text === "string");
  const refused = refusal.join("");
  const ended = status === "completed" ? status : at(beside, "incomplete_details", "reason");
  return lenientReply(
    refused || textContent.parse(parts),
    refused === "" ? ended : "refusal",
    beside,
  );
}
