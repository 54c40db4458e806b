import { ProviderError } from "@promptnce/core/errors";
import { untilAborted } from "../call/vendor-call.ts";
import type { Provider, Reply } from "@promptnce/core";
import * as z from "zod/mini";
import { aiSdkError } from "./ai-sdk-error.ts";
import { at } from "@promptnce/core/json";
import type { Vendor } from "../call/vendor-error.ts";
import { checkSettings, TIMEOUT_MS } from "../call/vendor-options.ts";
import { holdsThought, lenientReply, textContent } from "../reply/lenient-reply.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";
import { wrongRequest } from "../errors/errors.ts";
import { isOmissible } from "../call/rejected-parameter.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { checkMade, vendorResponse } from "../reply/vendor-response.ts";

/**
 * `LanguageModelV2`, `V3` and `V4` of `@ai-sdk/provider`, as far as used here; nothing of the SDK
 * is imported.
 */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /** @param options The part of the specification's `CallOptions` that is always sent. */
  doGenerate(options: {
    prompt: { role: "user"; content: { type: "text"; text: string }[] }[];
    abortSignal?: AbortSignal;
  }): PromiseLike<unknown>;
}

export interface AiSdkOptions {
  /** The provider's name in tables and in the store; by default the model's own provider name. */
  readonly name?: string;
  /**
   * Settings of the specification, such as `temperature`, `maxOutputTokens` or `providerOptions`;
   * part of a request's identity.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** How long one call may take; 120,000 ms by default. */
  readonly timeoutMs?: number;
}

const SPECIFICATIONS = ["v2", "v3", "v4"];

/**
 * Settings that would change the question, that the adapter sends itself, or that may hold a
 * secret.
 */
const RESERVED = [
  "prompt",
  "abortSignal",
  "headers",
  "tools",
  "toolChoice",
  "responseFormat",
  "includeRawChunks",
];

/**
 * A model of the Vercel AI SDK as a provider: one user turn, sent by one call of `doGenerate`,
 * which does not retry. The key is the one given to the SDK's own package.
 *
 * If the SDK warns that it did not send a setting, the call fails with an error that names the
 * setting, instead of a reply recorded with a setting that was never sent. The call is still paid
 * for. `cached` then leaves the setting out.
 *
 * @throws TypeError where `model` is not a model (such as a string), or has another specification;
 *   OptionError where a setting is not allowed.
 * @example
 * const doGenerate = async () => ({
 *   content: [{ type: "text", text: "0.4" }],
 *   finishReason: { unified: "stop" },
 *   usage: { inputTokens: { total: 9 }, outputTokens: { total: 3 } },
 *   warnings: [],
 * });
 * const model = { specificationVersion: "v4", provider: "ours", modelId: "large", doGenerate };
 * const provider = fromAiSdk(model); // or a model of a package, such as openai("gpt-5-mini")
 * (await provider.complete({ prompt: "How likely is rain?", sample: 0 })).text; // → "0.4"
 */
export function fromAiSdk(model: AiSdkModel, options: AiSdkOptions = {}): Provider {
  checkModel(model);
  const { name = model.provider, settings = {}, timeoutMs = TIMEOUT_MS } = options;
  checkSettings(settings, RESERVED);
  const vendor: Vendor = {
    title: `The AI SDK's ${model.provider}`,
    keyVariable: "the key in the environment that its package reads",
  };
  return vendorProvider({
    name,
    model: model.modelId,
    settings,
    vendor,
    timeoutMs,
    body: ({ prompt, schema }, sent) => ({
      ...sent,
      ...(schema && { responseFormat: { type: "json", name: "answer", schema } }),
      prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: prompt }] }],
    }),
    async send(call, abortSignal) {
      try {
        const generated = model.doGenerate({ ...call, abortSignal });
        const result = await Promise.race([generated, untilAborted(abortSignal)]);
        return { result, headers: new Headers() };
      } catch (error) {
        throw aiSdkError(error, vendor, call);
      }
    },
    reply: (result, call) => aiSdkReply(result, vendor.title, call),
  });
}

function checkModel(model: unknown): asserts model is AiSdkModel {
  if (typeof model !== "object" || model === null || !("doGenerate" in model)) {
    throw new TypeError(
      `fromAiSdk takes a language model of the AI SDK, such as openai("NAME") of @ai-sdk/openai, and not ${typeof model === "string" ? JSON.stringify(model) : typeof model}.`,
    );
  }
  const { specificationVersion: version } = model as AiSdkModel;
  if (SPECIFICATIONS.includes(version)) return;
  throw new TypeError(
    `The model speaks ${version} of the AI SDK's specification; ${SPECIFICATIONS.join(", ")} are known here: install a version of its package that speaks one of these.`,
  );
}

const generated = z.looseObject({
  content: textContent,
  // Version 2 has `unsupported-setting` and `setting`, later versions `unsupported` and `feature`.
  warnings: z.catch(z.array(z.unknown()), []),
});

const headers = z.catch(z.record(z.string(), z.string()), {});

/**
 * The result of `doGenerate` as a reply: the joined text parts without reasoning; without token
 * counts where it has none.
 *
 * @throws ProviderError where the result is not a reply, or where a setting was not sent.
 */
function aiSdkReply(
  result: unknown,
  title: string,
  sent: Readonly<Record<string, unknown>>,
): Reply {
  const { content, finishReason, usage, warnings, response } = vendorResponse(
    generated,
    result,
    title,
  );
  for (const warning of warnings) {
    const type = at(warning, "type");
    const name =
      type === "unsupported-setting"
        ? at(warning, "setting")
        : type === "unsupported" && at(warning, "feature");
    if (typeof name === "string" && Object.hasOwn(sent, name)) throw notSent(name, title);
  }
  // Version 2 has a plain reason, later versions an object that contains it.
  const stop = at(finishReason, "unified") ?? finishReason;
  const choice = at(response, "body", "choices", 0);
  for (const ended of [stop, at(finishReason, "raw")]) {
    checkMade(choice, ended, result, title);
  }
  const beside = { id: at(response, "id"), model: at(response, "modelId"), usage };
  const reply = lenientReply(content, stop, beside, holdsThought(at(result, "content")));
  return withPause(reply, new Headers(headers.parse(at(response, "headers"))));
}

function notSent(name: string, title: string): ProviderError {
  if (name === "responseFormat") {
    return wrongRequest(`${title} does not restrict replies to a JSON Schema for this model.`);
  }
  return new ProviderError(
    `${title} does not take the setting ${name} for this model and did not send it: leave it out of settings.`,
    { kind: "request", retryable: false, parameter: isOmissible(name) ? name : undefined },
  );
}
