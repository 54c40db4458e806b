import {
  BOS,
  TOKENS,
  TOY_TEMPLATE,
  toyChat,
  toyLogprob,
  toyTokens,
} from "./toy-model.test.support.ts";
import type { Turn } from "../../scoring/token-server.ts";
import type { Routes } from "./toy-server.test.support.ts";

export interface ToyOptions {
  /** False for a model that begins no text with a token of its own. */
  readonly bos?: boolean;
}

/** The body of `/tokenize` of vLLM and SGLang: a text or a chat. */
interface TokenizeBody {
  readonly prompt?: string;
  readonly messages?: readonly Turn[];
  readonly add_special_tokens?: boolean;
}

type Ids = readonly number[];

/** The bodies of the other paths, of which each has some. */
interface Body {
  readonly prompt: Ids;
  readonly tokens: Ids;
  readonly input_ids: Ids;
  readonly content?: string;
  readonly logprob_start_len: number;
  readonly n_probs: number;
  readonly n_predict: number;
  readonly logit_bias?: readonly (readonly [id: number, bias: number])[];
  readonly grammar?: string;
  readonly [option: string]: unknown;
}

function tokenizeRoute(options: ToyOptions): Routes[string] {
  return ({ prompt = "", messages, add_special_tokens: special = true }: TokenizeBody) => ({
    tokens: messages ? toyTokens(toyChat(messages)) : encode(prompt, special, options),
  });
}

const text = (id: number): string => TOKENS[id] ?? "";

/** A text's ids, BOS in front where it is asked for and the model has one. */
function encode(
  words: string,
  special: boolean,
  { bos = true }: ToyOptions,
  parsed = true,
): number[] {
  return [...(special && bos ? [BOS] : []), ...toyTokens(words, parsed)];
}

function logprobAt(ids: readonly number[], place: number): number {
  return toyLogprob(ids[place - 1] as number, ids[place] as number);
}

/** All tokens after one, the likeliest first, as llama.cpp's server lists them. */
function toyList(last: number): readonly ListedToken[] {
  return TOKENS.map((token, id) => ({
    id,
    token,
    logprob: Math.max(toyLogprob(last, id), -3.4028234663852886e38),
  })).toSorted((a, b) => b.logprob - a.logprob);
}

interface ListedToken {
  readonly id: number;
  readonly token: string;
  readonly logprob: number;
}

/** The toy model as vLLM serves it: −9999 in the place of minus infinity. */
export function vllmRoutes(options: ToyOptions = {}): Routes {
  return {
    "/tokenize": tokenizeRoute(options),
    "/detokenize": ({ tokens }: Body) => ({ prompt: tokens.map(text).join("") }),
    "/v1/completions": ({ prompt: given, echo, logprobs, max_tokens }: Body) => {
      if (echo !== true || logprobs !== 1 || max_tokens !== 0) throw new Error("not an echo");
      const token_logprobs = given.map((_, place) =>
        place === 0 ? null : Math.max(logprobAt(given, place), -9999),
      );
      return { choices: [{ text: "", logprobs: { tokens: given.map(text), token_logprobs } }] };
    },
  };
}

/** The toy model as SGLang serves it. */
export function sglangRoutes(options: ToyOptions = {}): Routes {
  return {
    "/tokenize": tokenizeRoute(options),
    "/detokenize": ({ tokens }: { readonly tokens: readonly number[][] }) => ({
      text: tokens.map((ids) => ids.map(text).join("")),
    }),
    "/generate": ({ input_ids: ids, return_logprob, logprob_start_len: start }: Body) => {
      if (return_logprob !== true) throw new Error("no log-probabilities were asked for");
      const entries = ids.slice(start).map((id, offset) => {
        // JSON has no minus infinity; it is sent as null.
        return [offset === 0 ? null : logprobAt(ids, start + offset), id, text(id)];
      });
      return { text: "a", meta_info: { input_token_logprobs: entries } };
    },
  };
}

/**
 * The toy model as llama.cpp's server serves it, its silence about `echo` included.
 *
 * @param options `keepsBos` for a template that writes its own BOS.
 */
export function llamaServerRoutes(
  options: ToyOptions & { readonly keepsBos?: boolean } = {},
): Routes {
  return {
    "/v1/models": () => ({ data: [{ id: "toy", meta: { n_vocab: TOKENS.length } }] }),
    "/tokenize": ({ content = "", add_special, parse_special }: Body) => ({
      tokens: encode(content, add_special === true, options, parse_special === true),
    }),
    "/detokenize": ({ tokens }: Body) => ({ content: tokens.map(text).join("") }),
    "/props": () => ({
      model_path: "/models/toy.gguf",
      default_generation_settings: { n_ctx: 512 },
      chat_template: TOY_TEMPLATE,
      bos_token: options.keepsBos === true ? "<s>" : "",
      eos_token: "</t>",
    }),
    "/completion": ({ prompt, n_predict, n_probs, logit_bias = [], grammar }: Body) => {
      const ruled = Array.from(grammar?.matchAll(/<\[(\d+)\]>/g) ?? [], ([, id]) => Number(id));
      if (n_predict !== Math.max(ruled.length, 1))
        throw new Error("other tokens than the grammar's");
      const biased = logit_bias.map(([id]) => id);
      const ids = [...prompt];
      const completion_probabilities = Array.from({ length: n_predict }, (_, place) => {
        const listed = toyList(ids.at(-1) as number);
        // No bias makes the impossible possible.
        const possible = listed.filter(({ logprob }) => logprob > -9999);
        const wanted = ruled.length > 0 ? ruled.slice(place, place + 1) : biased;
        const chosen = possible.find(({ id }) => wanted.includes(id)) ?? possible[0]!;
        ids.push(chosen.id);
        return { ...chosen, top_logprobs: listed.slice(0, n_probs) };
      });
      return { completion_probabilities };
    },
    "/v1/completions": () => ({ choices: [{ text: "a", logprobs: null, finish_reason: "stop" }] }),
  };
}
