import { ProviderError } from "@promptnce/core/errors";
import { z } from "zod";
import { wrongRequest } from "../errors/errors.ts";
import {
  type ScoringOptions,
  type ScoringProvider,
  scoringProvider,
  tokenizer,
} from "./scoring-provider.ts";
import { KNOWN_IDS, usableLogprob } from "./token-server.ts";

/**
 * A provider that scores continuations with vLLM, or with a server that has its `/tokenize`,
 * `/detokenize` and a genuine `echo` that accepts ids.
 *
 * @example
 * const scorer = vllm({ model: "qwen3", baseURL: "http://127.0.0.1:8000" });
 * [scorer.name, scorer.scores]; // → ["vllm", true]
 */
export function vllm(options: ScoringOptions): ScoringProvider {
  return scoringProvider("vllm", options, (server) => {
    const { title, model, call } = server;
    /** Echoes the prompt and generates nothing. */
    const echo = <T>(prompt: readonly number[], answer: z.ZodType<T>): Promise<T> =>
      call(
        "/v1/completions",
        { model, prompt, echo: true, logprobs: 1, max_tokens: 0, temperature: 0 },
        answer,
      );
    const texts = tokenizer(server);
    return {
      ...texts,
      textOf: async (tokens) =>
        tokens.length === 0
          ? ""
          : (await call("/detokenize", { model, tokens }, detokenized)).prompt,
      async score(ids, from) {
        const { choices } = await echo(ids, completion);
        const { tokens, token_logprobs: values } = choices[0]?.logprobs ?? {
          tokens: [],
          token_logprobs: [],
        };
        // Each token is conditioned on those before it, so the first entry is null.
        if (values.length !== ids.length || tokens.length !== ids.length || values[0] !== null) {
          throw new ProviderError(
            `${title} echoed ${values.length} log-probabilities for ${ids.length} tokens, so they cannot be told apart: check that the server speaks vLLM's interface.`,
            { kind: "response", retryable: false },
          );
        }
        const scored = ids.map((id, i) => ({
          id,
          text: tokens[i] ?? "",
          logprob: usableLogprob(values[i]),
        }));
        return scored.slice(from);
      },
      async probe() {
        const parsed = completion.safeParse(await echo(KNOWN_IDS, z.unknown()));
        const given = parsed.data?.choices[0]?.logprobs?.token_logprobs;
        if (given?.length !== KNOWN_IDS.length || given[0] !== null) throw ignored(title, "echo");
        const ids = await texts.tokenize("a", false);
        if (ids.length === 0) throw ignored(title, "the text given to /tokenize");
      },
    };
  });
}

function ignored(title: string, what: string): ProviderError {
  return wrongRequest(
    `${title} ignores ${what}, as llama.cpp's server does, and cannot score in vLLM's way: score with llama-server or sglang if it is one, else with another server.`,
  );
}

const logprobs = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number().nullable()),
});

const completion = z.object({
  choices: z.array(z.object({ logprobs: logprobs.nullish() })).min(1),
});

const detokenized = z.object({ prompt: z.string() });
