import type { Provider } from "@promptnce/core";
import { z } from "zod";
import { callJson, type JsonServer } from "../http/json-server.ts";
import { ProviderError } from "../errors/errors.ts";
import { scoringProvider } from "./scoring-provider.ts";
import { jsonServer, type ScoringOptions } from "./scoring-options.ts";
import { type ScoredToken, type TokenServer, usableLogprob } from "./token-server.ts";
import { TIMEOUT_MS } from "../call/vendor-options.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

/**
 * Scores continuations with a model behind vLLM, or any server whose `/v1/completions` has a true
 * `echo` and takes ids, and which has vLLM's `/tokenize` and `/detokenize`.
 */
export function vllm(options: ScoringOptions): Provider {
  const { model, name = "vllm", timeoutMs = TIMEOUT_MS } = options;
  const server = jsonServer(options, name);
  const { vendor } = server;
  const connect = (signal: AbortSignal): TokenServer => tokenServer(server, model, signal);
  return scoringProvider({
    name,
    model,
    vendor,
    timeoutMs,
    connect,
    async probe(signal) {
      const raw = await callJson(server, "/v1/completions", echoBody(model, KNOWN), signal);
      if (!isEcho(raw)) throw ignored(vendor.title, "echo");
      const ids = await connect(signal).tokenize("a", false);
      if (ids.length === 0) throw ignored(vendor.title, "the text given to /tokenize");
    },
  });
}

/** Three ids that every vocabulary has. */
const KNOWN: readonly number[] = [1, 2, 3];

function isEcho(raw: unknown): boolean {
  const parsed = completion.safeParse(raw);
  const given = parsed.data?.choices[0]?.logprobs?.token_logprobs;
  return given?.length === KNOWN.length && given[0] === null;
}

function ignored(title: string, what: string): ProviderError {
  return new ProviderError(
    `${title} ignores ${what}, as llama.cpp's server does, and cannot score in vLLM's way: score with llama-server or sglang if it is one, else with another server.`,
    { kind: "request", retryable: false },
  );
}

function tokenServer(server: JsonServer, model: string, signal: AbortSignal): TokenServer {
  const { title } = server.vendor;
  const call = (path: string, body: object): Promise<unknown> => callJson(server, path, { model, ...body }, signal);
  const ids = async (body: object): Promise<readonly number[]> =>
    vendorResponse(tokenized, await call("/tokenize", body), title).tokens;
  return {
    tokenize: (prompt, add_special_tokens) => ids({ prompt, add_special_tokens }),
    // Special tokens are the template's own business.
    render: (messages) => ids({ messages, add_special_tokens: false }),
    pieces: (given) =>
      Promise.all(
        given.map(async (id) => {
          const raw = await call("/detokenize", { tokens: [id] });
          return vendorResponse(detokenized, raw, title).prompt;
        }),
      ),
    score: async (given, from) => {
      const raw = await callJson(server, "/v1/completions", echoBody(model, given), signal);
      return echoedTokens(raw, given, from, title);
    },
  };
}

/** The body of `POST /v1/completions` that echoes the prompt and generates nothing. */
function echoBody(model: string, prompt: readonly number[]): object {
  return { model, prompt, echo: true, logprobs: 1, max_tokens: 0, temperature: 0 };
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        logprobs: z.object({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable()) }).nullish(),
      }),
    )
    .min(1),
});

const tokenized = z.object({ tokens: z.array(z.number().int()) });

const detokenized = z.object({ prompt: z.string() });

/**
 * The tokens from place `from` on of an echoed prompt. The entry of a token holds its own
 * log-probability given those before it, so that the first entry of all is null.
 *
 * @throws ProviderError where there is not one entry a token.
 */
export function echoedTokens(raw: unknown, ids: readonly number[], from: number, title: string): ScoredToken[] {
  const { tokens, token_logprobs: values } = vendorResponse(completion, raw, title).choices[0]?.logprobs ?? NOTHING;
  if (values.length !== ids.length || tokens.length !== ids.length || values[0] !== null) {
    throw new ProviderError(
      `${title} echoed ${values.length} log-probabilities for ${ids.length} tokens, so they cannot be told apart: check that the server speaks vLLM's interface.`,
      { kind: "response", retryable: false },
    );
  }
  return ids.slice(from).map((id, offset) => ({
    id,
    text: tokens[from + offset] ?? "",
    logprob: usableLogprob(values[from + offset]),
  }));
}

const NOTHING = { tokens: [], token_logprobs: [] } as const;
