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
 * Scores continuations with a model behind SGLang, through its own `/generate`. Chats need a
 * version whose `/tokenize` takes messages; an older one says so and scores plain text.
 */
export function sglang(options: ScoringOptions): Provider {
  const { model, name = "sglang", timeoutMs = TIMEOUT_MS } = options;
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
      // Three known tokens must come back with three entries, by their ids and in their order.
      const scored = await connect(signal).score(KNOWN, 1);
      if (scored.some(({ logprob }) => logprob === null)) {
        throw misplaced(vendor.title, KNOWN.length);
      }
    },
  });
}

/** Three ids that every vocabulary has. */
const KNOWN: readonly number[] = [1, 2, 3];

function tokenServer(server: JsonServer, model: string, signal: AbortSignal): TokenServer {
  const { title } = server.vendor;
  const call = (path: string, body: object): Promise<unknown> => callJson(server, path, body, signal);
  const ids = async (body: object): Promise<readonly number[]> =>
    vendorResponse(tokenized, await call("/tokenize", { model, ...body }), title).tokens;
  return {
    tokenize: (prompt, add_special_tokens) => ids({ prompt, add_special_tokens }),
    render: (messages) => ids({ messages, add_special_tokens: false }),
    pieces: async (given) => {
      const tokens = given.map((id) => [id]);
      const raw = await call("/detokenize", { model, tokens, skip_special_tokens: false });
      return vendorResponse(detokenized, raw, title).text;
    },
    score: async (given, from) => inputTokens(await call("/generate", generateBody(given, from)), given, from, title),
  };
}

/** The body of `POST /generate`: log-probabilities from one place before `from`. */
function generateBody(input_ids: readonly number[], from: number): object {
  return {
    input_ids,
    sampling_params: { max_new_tokens: 1, temperature: 0 },
    return_logprob: true,
    logprob_start_len: from - 1,
    return_text_in_logprobs: true,
  };
}

const generated = z.object({
  meta_info: z.object({
    input_token_logprobs: z.array(z.tuple([z.number().nullable(), z.number().int(), z.string().nullish()])),
  }),
});

const tokenized = z.object({ tokens: z.array(z.number().int()) });

const detokenized = z.object({ text: z.array(z.string()) });

/**
 * The tokens from place `from` on. The entry of a token holds its id and its own log-probability;
 * the first entry, one place before, is of a token that nothing is asked of and holds none.
 *
 * @throws ProviderError where the entries are not those of the tokens that were sent.
 */
export function inputTokens(raw: unknown, ids: readonly number[], from: number, title: string): ScoredToken[] {
  const entries = vendorResponse(generated, raw, title).meta_info.input_token_logprobs;
  const wanted = ids.slice(from - 1);
  if (entries.length !== wanted.length || entries.some(([, id], place) => id !== wanted[place])) {
    throw misplaced(title, wanted.length);
  }
  return entries.slice(1).map(([value, id, text]) => ({ id, text: text ?? "", logprob: usableLogprob(value) }));
}

function misplaced(title: string, wanted: number): ProviderError {
  return new ProviderError(
    `${title} does not give the log-probabilities of the ${wanted} tokens it was asked about: check that it is SGLang, and its version.`,
    { kind: "response", retryable: false },
  );
}
