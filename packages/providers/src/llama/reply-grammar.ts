import type { JsonSchema } from "@promptnce/core";
import type { LlamaGrammar } from "node-llama-cpp";
import { at } from "../call/untyped-json.ts";
import type { LlamaFile } from "./llama-file.ts";

/**
 * How a number from 0 to 1 is written, in GBNF. A zero has at most three decimals, since whoever writes more is on the
 * way to a small number; a greedy model would write nothing but zeros for every candidate. The least is the one in a
 * million that a zero counts as.
 */
const PROBABILITY = `[01] ("." "0"{1,3})? | "0." "0"{0,5} [1-9] [0-9]{0,8} | [1-9] ("." [0-9]{1,8})? [eE] "-" "0"? [1-6]`;

/**
 * The grammar of replies that fit a schema: the package's, with its keys in their order, the greatest lengths of its
 * texts and numbers of at most 16 digits on each side of the point; it has no rule for those from 0 to 1.
 */
export async function replyGrammar({ llama }: LlamaFile, schema: JsonSchema): Promise<LlamaGrammar> {
  const held = await llama.createGrammarForJsonSchema(schema as { readonly type: "object" });
  const fields = Object.values((at(schema, "properties") ?? {}) as object);
  if (!fields.some((field) => at(field, "maximum") === 1)) return held;
  const { stopGenerationTriggers, trimWhitespaceSuffix } = held;
  const grammar = held.grammar.replace(/^(fractional-number-rule ::= ).*$/m, (_, rule: string) => rule + PROBABILITY);
  return llama.createGrammar({ grammar, stopGenerationTriggers, trimWhitespaceSuffix });
}
