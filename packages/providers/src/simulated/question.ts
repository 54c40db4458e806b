import type { Input, Label } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";
import type { ReadPrompt } from "./prompt-reader.ts";

/** A question about one label, which is answered with one number. */
interface OfOne {
  readonly y: Label;
  readonly replyKey: string;
}

/** A question about a set of candidates, which is answered with a number for each. */
interface OfSet {
  readonly x: Input;
  readonly candidates: readonly Label[];
  /** The key of each candidate, in their order. */
  readonly keys: readonly string[];
}

/** What is answered in words: with the JSON that the prompt asks for. */
export type SpokenQuestion =
  | ({ readonly kind: "pmi" | "conditional"; readonly x: Input } & OfOne)
  | ({ readonly kind: "marginal" | "grounded" } & OfOne)
  | ({ readonly kind: "closed" } & OfSet)
  | ({ readonly kind: "open"; readonly otherKey: string } & OfSet);

/** What is answered by the text's own probability; without x in a null context. */
interface ScoredQuestion {
  readonly kind: "likelihood";
  readonly x?: Input;
  readonly y: Label;
}

/**
 * What a prompt asks with every part that its kind needs. Candidates without keys of their own are their own keys.
 *
 * @throws ProviderError naming the part that is missing, or where keys and candidates differ in number.
 */
export function questionOf(prompt: ReadPrompt): SpokenQuestion | ScoredQuestion {
  const need = <Part extends keyof ReadPrompt>(part: Part): NonNullable<ReadPrompt[Part]> => {
    const value = prompt[part];
    if (value === undefined) throw misread(prompt, `without its ${part}`);
    return value;
  };
  const one = (): OfOne => ({ y: need("y"), replyKey: need("replyKey") });
  const set = (): OfSet => {
    const x = need("x");
    const candidates = need("candidates");
    const keys = prompt.candidateKeys ?? candidates;
    if (keys.length === candidates.length) return { x, candidates, keys };
    throw misread(prompt, `with ${keys.length} candidateKeys for ${candidates.length} candidates`);
  };
  const { kind } = prompt;
  switch (kind) {
    case "pmi":
    case "conditional":
      return { kind, x: need("x"), ...one() };
    case "marginal":
    case "grounded":
      return { kind, ...one() };
    case "likelihood":
      return { kind, y: need("y"), ...(prompt.x && { x: prompt.x }) };
    case "closed":
      return { kind, ...set() };
    case "open":
      return { kind, ...set(), otherKey: need("otherKey") };
  }
}

function misread({ kind, task }: ReadPrompt, how: string): ProviderError {
  return new ProviderError(
    `The simulated respondent cannot answer: the ${kind} prompt of the task ${task} was read ${how}; check its wording and the reader given as read.`,
    { kind: "prompt", retryable: false },
  );
}
