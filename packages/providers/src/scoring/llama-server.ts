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
 * Scores continuations with a model behind llama.cpp's server, which gives no log-probability of a
 * prompt: one call a token, each with the distribution over the whole vocabulary. Exact, and slow
 * for large vocabularies; a GGUF file is faster in process.
 */
export function llamaServer(options: ScoringOptions): Provider {
  const { model, name = "llama-server", timeoutMs = TIMEOUT_MS } = options;
  const server = jsonServer(options, name);
  const { vendor } = server;
  let vocabulary = ENOUGH;
  return scoringProvider({
    name,
    model,
    vendor,
    timeoutMs,
    connect: (signal) => tokenServer(server, () => vocabulary, signal),
    async probe(signal) {
      const known = models.safeParse(await callJson(server, "/v1/models", undefined, signal));
      vocabulary = known.data?.data[0]?.meta?.n_vocab ?? ENOUGH;
      const raw = await callJson(server, "/completion", stepBody([1, 2, 3], vocabulary), signal);
      const mass = distribution(raw, vendor.title).reduce((sum, { p }) => sum + p, 0);
      if (Math.abs(mass - 1) > 1e-3) throw partial(vendor.title, mass);
    },
  });
}

/** More tokens than any vocabulary has, for a server that does not say how many its own has. */
const ENOUGH = 300_000;

function partial(title: string, mass: number): ProviderError {
  return new ProviderError(
    `${title} gives probabilities that add up to ${mass.toPrecision(3)} over its vocabulary, not 1, so they are no log-probabilities of the model: check that it is llama.cpp's server.`,
    { kind: "request", retryable: false },
  );
}

function tokenServer(server: JsonServer, vocabulary: () => number, signal: AbortSignal): TokenServer {
  const { title } = server.vendor;
  const call = (path: string, body: object): Promise<unknown> => callJson(server, path, body, signal);
  const ids = async (content: string, add_special: boolean, parse_special: boolean): Promise<readonly number[]> => {
    const raw = await call("/tokenize", { content, add_special, parse_special });
    return vendorResponse(tokenized, raw, title).tokens;
  };
  const pieces = (given: readonly number[]): Promise<string[]> =>
    Promise.all(
      given.map(async (id) => {
        const raw = await call("/detokenize", { tokens: [id] });
        return vendorResponse(detokenized, raw, title).content;
      }),
    );
  return {
    // What looks like a special token in a text is text.
    tokenize: (text, special) => ids(text, special, false),
    render: async (messages) => {
      const raw = await call("/apply-template", { messages });
      const { prompt } = vendorResponse(applied, raw, title);
      const [bos, rendered] = await Promise.all([ids("", true, false), ids(prompt, true, true)]);
      return withOneStart(rendered, bos[0]);
    },
    pieces,
    score: async (given, from) => {
      const scored: ScoredToken[] = [];
      for (let place = from; place < given.length; place++) {
        const id = given[place] as number;
        const raw = await call("/completion", stepBody(given.slice(0, place), vocabulary()));
        const logprob = stepLogprob(raw, id, title);
        scored.push({ id, text: (await pieces([id]))[0] ?? "", logprob });
      }
      return scored;
    },
  };
}

/** Some versions leave the template's own BOS in the text, and tokenizing adds another. */
function withOneStart(ids: readonly number[], bos: number | undefined): readonly number[] {
  return bos !== undefined && ids[0] === bos && ids[1] === bos ? ids.slice(1) : ids;
}

/** The body of `POST /completion` for the distribution of the token behind these. */
function stepBody(prompt: readonly number[], n_probs: number): object {
  return { prompt, n_predict: 1, n_probs, temperature: 0, cache_prompt: true };
}

const models = z.object({
  data: z.array(z.object({ meta: z.object({ n_vocab: z.number().int().positive() }).nullish() })),
});

const applied = z.object({ prompt: z.string() });

const tokenized = z.object({ tokens: z.array(z.number().int()) });

const detokenized = z.object({ content: z.string() });

const stepped = z.object({
  completion_probabilities: z
    .array(
      z.object({
        top_logprobs: z.array(z.object({ id: z.number().int(), logprob: z.number().nullable() })),
      }),
    )
    .nullish(),
});

function distribution(raw: unknown, title: string): { id: number; p: number }[] {
  const { completion_probabilities: steps } = vendorResponse(stepped, raw, title);
  return (steps?.[0]?.top_logprobs ?? []).map(({ id, logprob }) => ({
    id,
    p: logprob === null ? 0 : Math.exp(logprob),
  }));
}

/**
 * The log-probability of one token in the distribution behind a prompt, in nats; null where it is
 * not in it. That is so too where the server sends no distribution at all, as it does where the
 * token that it would choose ends within a character.
 */
function stepLogprob(raw: unknown, id: number, title: string): number | null {
  const { completion_probabilities: steps } = vendorResponse(stepped, raw, title);
  const found = steps?.[0]?.top_logprobs.find((entry) => entry.id === id);
  return usableLogprob(found?.logprob);
}
