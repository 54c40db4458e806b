import type { JsonSchema, Reply } from "@promptnce/core";
import type { LlamaChatSession, LlamaGrammar } from "node-llama-cpp";
import type { LlamaFile } from "./llama-file.ts";
import { at } from "@promptnce/core/json";
import { wrongRequest } from "../errors/errors.ts";

/**
 * A model file's greedy answer to one user turn; its stop is `length` at the token limit or the end
 * of the context.
 *
 * @param held The grammar's constraint on the answer: a schema, any JSON, or none.
 * @throws ProviderError where no room is left for an answer: the package would silently omit parts
 *   of the prompt.
 */
export async function llamaAnswer(
  file: LlamaFile,
  prompt: string,
  held: JsonSchema | "json" | undefined,
  maxTokens: number,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const { module, llama, sequence } = file;
  const grammar =
    held === "json" ? await llama.getGrammarFor("json") : held && (await replyGrammar(file, held));
  await sequence.clearHistory();
  const before = sequence.tokenMeter.getState();
  const session = new module.LlamaChatSession({
    contextSequence: sequence,
    autoDisposeSequence: false,
  });
  // A single user turn, without the system turn that the package would start with.
  session.setChatHistory([]);
  try {
    const { responseText, stopReason } = await session.promptWithMeta(prompt, {
      ...(grammar && { grammar }),
      maxTokens: Math.min(maxTokens, placeLeft(file, session, prompt)),
      temperature: 0,
      ...(signal !== undefined && { signal }),
    });
    const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(before);
    return {
      text: responseText,
      stop: stopReason === "maxTokens" ? "length" : "end",
      usage: { inputTokens: usedInputTokens, outputTokens: usedOutputTokens },
    };
  } finally {
    session.dispose({ disposeSequence: false });
    // What was evaluated in pieces of any size cannot be reused for a score.
    await sequence.clearHistory();
  }
}

/** Tokens that the package keeps free, plus some that it may add around an answer. */
const SPARE = 16;

/** The number of tokens left in the context after the prompt. */
function placeLeft(
  { model, sequence }: LlamaFile,
  session: LlamaChatSession,
  prompt: string,
): number {
  const { contextText } = session.chatWrapper.generateContextState({
    chatHistory: [
      { type: "user", text: prompt },
      { type: "model", response: [] },
    ],
  });
  const { length } = contextText.tokenize(model.tokenizer);
  const left = sequence.contextSize - length - SPARE;
  if (left > 0) return left;
  throw wrongRequest(
    `The prompt has ${length} tokens and the model's context holds ${sequence.contextSize}, so no answer fits after it: use a model with a larger context, or raise contextSize if the model allows it.`,
  );
}

/**
 * A number from 0 to 1, in GBNF. A zero has at most three decimals: a model that writes more is
 * heading for a small number, and a greedy one would go on writing zeros. The smallest number is
 * one in a million, as which a zero counts.
 */
const PROBABILITY = `[01] ("." "0"{1,3})? | "0." "0"{0,5} [1-9] [0-9]{0,8} | [1-9] ("." [0-9]{1,8})? [eE] "-" "0"? [1-6]`;

/**
 * The grammar of replies that fit a schema. It is the package's grammar, with the keys in order,
 * the maximum lengths of texts, and numbers of at most 16 digits on each side of the point, plus
 * our rule for numbers from 0 to 1, which the package lacks.
 */
async function replyGrammar({ llama }: LlamaFile, schema: JsonSchema): Promise<LlamaGrammar> {
  const held = await llama.createGrammarForJsonSchema(schema as { readonly type: "object" });
  const fields = Object.values((at(schema, "properties") ?? {}) as object);
  if (!fields.some((field) => at(field, "maximum") === 1)) return held;
  const { stopGenerationTriggers, trimWhitespaceSuffix } = held;
  const grammar = held.grammar.replace(
    /^(fractional-number-rule ::= ).*$/m,
    (_, rule: string) => rule + PROBABILITY,
  );
  return llama.createGrammar({ grammar, stopGenerationTriggers, trimWhitespaceSuffix });
}
