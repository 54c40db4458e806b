import { sha256 } from "#sha256";
import type { Provider } from "@promptnce/core";
import { z } from "zod";
import { untilAborted } from "../call/until-aborted.ts";
import { identityOf } from "../call/provider-identity.ts";
import { parsedJson } from "../call/untyped-json.ts";
import { vendorCall } from "../call/vendor-call.ts";
import type { StatusError, Vendor } from "../call/vendor-error.ts";
import { TIMEOUT_MS, type VendorOptions } from "../call/vendor-options.ts";
import { wrongRequest } from "../errors/errors.ts";
import { statedError, vendorResponse } from "../reply/vendor-response.ts";
import { CHAT_DATE } from "./chat-template.ts";
import { scoredReply } from "./scored-reply.ts";
import type { Scorer, TokenServer, Turn } from "./token-server.ts";

/** What every adapter that scores over HTTP takes. */
export interface ScoringOptions extends Pick<VendorOptions, "model" | "fetch"> {
  /** The server's address, with or without `/v1`. */
  readonly baseURL: string;
  /** Sent as a bearer token; without it no key is sent, the environment's are OpenAI's own. */
  readonly apiKey?: string | undefined;
  /** What the server is called in tables and in the store; by default after its software. */
  readonly name?: string;
  /** How long one request may take, all its calls together; 120,000 ms by default. */
  readonly timeoutMs?: number | undefined;
}

/** A server that takes JSON and answers JSON, without an SDK, for the calls of one request. */
export interface ScoringServer {
  /** As people call it. */
  readonly title: string;
  readonly model: string;
  /** The answer to a POST, or to a GET where there is no body. */
  readonly call: <T>(path: string, body: object | undefined, answer: z.ZodType<T>) => Promise<T>;
}

/** A model behind such a server. */
interface ScoringModel extends TokenServer {
  /** Rejects with a ProviderError where the server cannot do what it must. */
  probe(): Promise<void>;
  /** What the server tells of the model that it runs, where it tells more than a name. */
  about?(): Promise<Readonly<Record<string, unknown>>>;
}

/** A provider that scores, and tells how its model is known from another of the same name. */
export interface ScoringProvider extends Provider {
  /** For the settings: part of a request's identity. Without what the server does not tell now, down as it may be. */
  identity(): Promise<Readonly<Record<string, unknown>>>;
}

/** A chat to know a tokenizer and a template by. */
const KNOWN_CHAT: readonly Turn[] = [
  { role: "user", content: "a" },
  { role: "assistant", content: "b" },
];

/**
 * A provider that scores continuations and answers no prompt. It probes its server before the first request, once where
 * that succeeds: one that ignores what it does not know answers with other numbers, and nothing later would tell.
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
  // With its own limit: the call that happens to come first may be aborted while others wait.
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
          // Replies of before lack the end of answers whose last character is several tokens.
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
 * The chat provider with continuations scored by another: one name, model and settings, so that a
 * journal and a budget see one model. They are the chat provider's.
 *
 * @param identity What is recorded beside them as `scorer`, and never sent: the `identity()` of a scorer.
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

/** What `/tokenize` answers in all of these servers. */
export const tokenized: z.ZodType<{ readonly tokens: readonly number[] }> = z.object({
  tokens: z.array(z.number().int()),
});

/** What may be a special token, by its looks. */
const MARKER = /<\|[^\s<>]*\|>|<\/?\w+>|\[\/?[A-Z_]+\]/g;

/** The tokenizer as vLLM and SGLang have it, who parse special tokens wherever they stand. */
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
      // Special tokens are the template's own business.
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

/** The parsed answer of the server. Rejects with what `vendorError` makes a sentence of. */
async function callJson(
  { baseURL, apiKey, fetch = globalThis.fetch }: ScoringOptions,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const root = baseURL.replace(/\/+$/, "").replace(/\/v1$/, "");
  const response = await fetch(root + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
  if (response.ok) return response.json();
  const text = await response.text();
  const error = parsedJson(text);
  // Redacted by `vendorError`.
  const failed = new Error(`${path} says: ${(statedError(error) ?? text) || "nothing"}`);
  throw Object.assign(failed, {
    status: response.status,
    headers: response.headers,
    error,
  }) satisfies StatusError;
}
