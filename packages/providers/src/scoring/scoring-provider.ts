import { sha256 } from "#sha256";
import type { Provider } from "@promptnce/core";
import { z } from "zod";
import { fetchAt } from "../call/fetch-at.ts";
import { identityOf } from "../call/provider-identity.ts";
import { untilAborted, vendorCall } from "../call/vendor-call.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { TIMEOUT_MS, type VendorConnection } from "../call/vendor-options.ts";
import { wrongRequest } from "../errors/errors.ts";
import { statusErrorOf, vendorResponse } from "../reply/vendor-response.ts";
import { CHAT_DATE } from "./chat-template.ts";
import { scoredReply } from "./scored-reply.ts";
import type { Scorer } from "../settings/model-settings.ts";
import type { TokenServer, Turn } from "./token-server.ts";

/** The options of every adapter that scores over HTTP. */
export interface ScoringOptions extends VendorConnection {
  /** The server's address, with or without `/v1`. */
  readonly baseURL: string;
  /**
   * Sent as a bearer token. Without it no key is sent: keys in the environment are meant for
   * OpenAI.
   */
  readonly apiKey?: string | undefined;
  /** The server's name in tables and in the store; by default the name of its software. */
  readonly name?: string;
  /** The time limit for one request with all its calls; 120,000 ms by default. */
  readonly timeoutMs?: number | undefined;
}

/** A server with a JSON interface, called without an SDK, for the calls of one request. */
export interface ScoringServer {
  /** The server's name for people. */
  readonly title: string;
  readonly model: string;
  /** The answer to a POST, or to a GET where there is no body. */
  readonly call: <T>(path: string, body: object | undefined, answer: z.ZodType<T>) => Promise<T>;
}

/** A model behind such a server. */
interface ScoringModel extends TokenServer {
  /** Rejects with a ProviderError where the server cannot do what it must. */
  probe(): Promise<void>;
  /** The server's description of its model, where it reports more than a name. */
  about?(): Promise<Readonly<Record<string, unknown>>>;
}

/** A provider that scores, and can distinguish its model from others of the same name. */
export interface ScoringProvider extends Provider {
  /**
   * Settings that are part of a request's identity. Facts that the server does not report now,
   * perhaps because it is down, are absent.
   */
  identity(): Promise<Readonly<Record<string, unknown>>>;
}

/** A chat used to identify a tokenizer and a template. */
const KNOWN_CHAT: readonly Turn[] = [
  { role: "user", content: "a" },
  { role: "assistant", content: "b" },
];

/**
 * A provider that scores continuations and does not answer prompts. It probes its server before the
 * first request, and only once if that succeeds: a server that ignores unknown parameters would
 * return other numbers, which nothing later would reveal.
 */
export function scoringProvider(
  software: Scorer,
  options: ScoringOptions,
  connect: (server: ScoringServer) => ScoringModel,
): ScoringProvider {
  const { model, apiKey, name = software, timeoutMs = TIMEOUT_MS } = options;
  const title = `The server ${name}`;
  const vendor: Vendor = { title, keyVariable: "the server's key", key: apiKey };
  const modelFor = (signal: AbortSignal): ScoringModel =>
    connect({
      title,
      model,
      call: async (path, body, answer) =>
        vendorResponse(answer, await callJson(options, path, body, signal), title),
    });
  let probed: Promise<void> | undefined;
  // The probe has its own time limit: the call that triggers it may be aborted while others wait
  // for the result.
  const probe = (): Promise<void> =>
    (probed ??= vendorCall(vendor, timeoutMs, undefined, (signal) =>
      modelFor(signal).probe(),
    ).catch((error: unknown) => {
      probed = undefined;
      throw error;
    }));
  return {
    name,
    model,
    settings: {},
    scores: true,
    identity: () =>
      vendorCall(vendor, timeoutMs, undefined, async (signal) => {
        const scoring = modelFor(signal);
        const [chat, more] = await Promise.allSettled([
          scoring.render(KNOWN_CHAT),
          scoring.about?.(),
        ]);
        const probe = chat.status === "fulfilled" && {
          chat: sha256(chat.value.ids.join()).slice(0, 16),
        };
        return {
          by: software,
          chat_date: CHAT_DATE,
          // Replies recorded before this setting lack the end of answers whose last character spans
          // several tokens.
          spans: "bytes",
          ...probe,
          ...(more.status === "fulfilled" && more.value),
        };
      }),
    async complete({ prompt, continuation }, callOptions) {
      if (continuation === undefined) {
        throw wrongRequest(
          `${title} is asked here for log-probabilities only: give the request a continuation, or ask the model through its chat interface.`,
        );
      }
      return vendorCall(vendor, timeoutMs, callOptions?.signal, async (signal) => {
        await Promise.race([probe(), untilAborted(signal)]);
        return scoredReply(modelFor(signal), prompt, continuation);
      });
    },
  };
}

/**
 * The chat provider with its continuations scored by another provider. Name, model and settings are
 * the chat provider's, so that a journal and a budget see one model.
 *
 * @param identity The `identity()` of the scorer, recorded among the settings as `scorer` and never
 *   sent.
 * @example
 * import { openaiCompatible } from "@promptnce/providers/openai";
 * const server = { model: "qwen3", baseURL: "http://127.0.0.1:8000/v1" };
 * const provider = scoredBy(openaiCompatible(server), vllm(server));
 * [provider.name, provider.scores]; // → ["openai-compatible", true]
 */
export function scoredBy(
  chat: Provider,
  scorer: Provider,
  identity?: Readonly<Record<string, unknown>>,
): Provider {
  return {
    ...identityOf(chat),
    settings: { ...chat.settings, ...(identity && { scorer: identity }) },
    scores: true,
    complete: (request, options) =>
      (request.continuation === undefined ? chat : scorer).complete(request, options),
  };
}

/** The response of `/tokenize`, common to all these servers. */
export const tokenized: z.ZodType<{ readonly tokens: readonly number[] }> = z.object({
  tokens: z.array(z.number().int()),
});

/** Matches text that looks like a special token. */
const MARKER = /<\|[^\s<>]*\|>|<\/?\w+>|\[\/?[A-Z_]+\]/g;

/** The tokenizer of vLLM and SGLang, which parse special tokens anywhere in a text. */
export function tokenizer({
  model,
  call,
}: ScoringServer): Pick<TokenServer, "tokenize" | "render" | "special"> {
  const ids = async (body: object): Promise<readonly number[]> =>
    (await call("/tokenize", { model, ...body }, tokenized)).tokens;
  return {
    tokenize: (prompt, add_special_tokens) => ids({ prompt, add_special_tokens }),
    async render(messages) {
      const chat = {
        messages,
        add_generation_prompt: false,
        chat_template_kwargs: { date_string: CHAT_DATE },
      };
      // The template adds the special tokens itself.
      return { ids: await ids({ ...chat, add_special_tokens: false }) };
    },
    async special(text) {
      for (const prompt of new Set(text.match(MARKER))) {
        if ((await ids({ prompt, add_special_tokens: false })).length === 1) return prompt;
      }
      return undefined;
    },
  };
}

/**
 * The parsed response of the server; rejects with an error that `vendorError` turns into a
 * sentence.
 */
async function callJson(
  { baseURL, apiKey, fetch }: ScoringOptions,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const root = baseURL.replace(/\/+$/, "").replace(/\/v1$/, "");
  const response = await fetchAt(() => root, fetch)(root + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
  if (!response.ok) throw await statusErrorOf(response, `${path} says: `);
  return response.json();
}
