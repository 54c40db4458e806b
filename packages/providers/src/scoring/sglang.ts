import { z } from "zod";
import { ProviderError } from "@promptnce/core/errors";
import {
  type ScoringOptions,
  type ScoringProvider,
  scoringProvider,
  tokenizer,
} from "./scoring-provider.ts";
import { KNOWN_IDS, type TokenServer, usableLogprob } from "./token-server.ts";

/**
 * A provider that scores continuations with SGLang through its `/generate`; only plain text where
 * `/tokenize` accepts no messages.
 *
 * @example
 * const scorer = sglang({ model: "qwen3", baseURL: "http://127.0.0.1:30000" });
 * [scorer.name, scorer.scores]; // → ["sglang", true]
 */
export function sglang(options: ScoringOptions): ScoringProvider {
  return scoringProvider("sglang", options, (server) => {
    const { title, model, call } = server;
    /**
     * An entry holds a token's log-probability and id; the first one belongs to the preceding
     * position and has no log-probability.
     */
    const score: TokenServer["score"] = async (ids, from) => {
      const body = {
        input_ids: ids,
        sampling_params: { max_new_tokens: 1, temperature: 0 },
        return_logprob: true,
        logprob_start_len: from - 1,
        return_text_in_logprobs: true,
      };
      const entries = (await call("/generate", body, generated)).meta_info.input_token_logprobs;
      const wanted = ids.slice(from - 1);
      if (
        entries.length !== wanted.length ||
        entries.some(([, id], place) => id !== wanted[place])
      ) {
        throw misplaced(title, wanted.length);
      }
      return entries
        .slice(1)
        .map(([value, id, text]) => ({ id, text: text ?? "", logprob: usableLogprob(value) }));
    };
    return {
      ...tokenizer(server),
      textOf: async (ids) => {
        const asked = { model, tokens: [ids], skip_special_tokens: false };
        return (await call("/detokenize", asked, detokenized)).text.join("");
      },
      score,
      async probe() {
        // Three known tokens must come back with three entries, by their ids and in their order.
        const scored = await score(KNOWN_IDS, 1);
        if (scored.some(({ logprob }) => logprob === null))
          throw misplaced(title, KNOWN_IDS.length);
      },
    };
  });
}

const entry = z.tuple([z.number().nullable(), z.number().int(), z.string().nullish()]);

const generated = z.object({ meta_info: z.object({ input_token_logprobs: z.array(entry) }) });

const detokenized = z.object({ text: z.array(z.string()) });

function misplaced(title: string, wanted: number): ProviderError {
  return new ProviderError(
    `${title} does not give the log-probabilities of the ${wanted} tokens it was asked about: check that it is SGLang, and its version.`,
    { kind: "response", retryable: false },
  );
}
