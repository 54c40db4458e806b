import type { Input, Label } from "@promptnce/core";
import type { ReadPrompt } from "./prompt-reader.ts";
import { ProviderError } from "../errors/errors.ts";

/** What a prompt asks with every part that its kind needs. */
export type Asked =
  | {
      readonly kind: "pmi" | "conditional";
      readonly x: Input;
      readonly y: Label;
      readonly replyKey: string;
    }
  | { readonly kind: "marginal" | "grounded"; readonly y: Label; readonly replyKey: string }
  /** Without x in a null context. */
  | { readonly kind: "likelihood"; readonly x?: Input; readonly y: Label }
  | {
      readonly kind: "closed";
      readonly x: Input;
      readonly candidates: readonly Label[];
      /** The key of each candidate, in their order. */
      readonly keys: readonly string[];
    }
  | {
      readonly kind: "open";
      readonly x: Input;
      readonly candidates: readonly Label[];
      readonly keys: readonly string[];
      readonly otherKey: string;
    };

/** What is answered by the text's own probability. */
export type Scored = Extract<Asked, { readonly kind: "likelihood" }>;

/** What is answered in words: with the JSON that the prompt asks for. */
export type Spoken = Exclude<Asked, Scored>;

/**
 * Checks that a prompt was read whole. Candidates without keys of their own are their own keys.
 *
 * @throws ProviderError naming the part that is missing, or where keys and candidates differ in number.
 */
export function asked(prompt: ReadPrompt): Asked {
  const need = <T>(part: keyof ReadPrompt, value: T | undefined): T => {
    if (value !== undefined) return value;
    throw misread(prompt, `without its ${part}`);
  };
  const set = (): { candidates: readonly Label[]; keys: readonly string[] } => {
    const candidates = need("candidates", prompt.candidates);
    const keys = prompt.candidateKeys ?? candidates;
    if (keys.length === candidates.length) return { candidates, keys };
    throw misread(prompt, `with ${keys.length} candidateKeys for ${candidates.length} candidates`);
  };
  const { kind } = prompt;
  switch (kind) {
    case "pmi":
    case "conditional":
      return {
        kind,
        x: need("x", prompt.x),
        y: need("y", prompt.y),
        replyKey: need("replyKey", prompt.replyKey),
      };
    case "marginal":
    case "grounded":
      return { kind, y: need("y", prompt.y), replyKey: need("replyKey", prompt.replyKey) };
    case "likelihood":
      return { kind, y: need("y", prompt.y), ...(prompt.x && { x: prompt.x }) };
    case "closed":
      return { kind, x: need("x", prompt.x), ...set() };
    case "open":
      return {
        kind,
        x: need("x", prompt.x),
        ...set(),
        otherKey: need("otherKey", prompt.otherKey),
      };
  }
}

function misread({ kind, task }: ReadPrompt, how: string): ProviderError {
  return new ProviderError(
    `The simulated respondent cannot answer: the ${kind} prompt of the task ${task} was read ${how}; check its wording and the reader given as read.`,
    { kind: "prompt", retryable: false },
  );
}
