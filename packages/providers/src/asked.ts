import type { Input, Label } from "@promptnce/core";
import type { ReadPrompt } from "./prompt-reader.ts";
import { ProviderError } from "./provider-error.ts";

/** What a prompt asks with every part that its kind needs. */
export type Asked =
  | {
      readonly kind: "pmi" | "conditional";
      readonly x: Input;
      readonly y: Label;
      readonly replyKey: string;
    }
  | { readonly kind: "marginal" | "grounded"; readonly y: Label; readonly replyKey: string }
  | { readonly kind: "closed"; readonly x: Input; readonly candidates: readonly Label[] }
  | {
      readonly kind: "open";
      readonly x: Input;
      readonly candidates: readonly Label[];
      readonly otherKey: string;
    };

/** Checks that a prompt was read whole. @throws ProviderError naming the part that is missing. */
export function asked(prompt: ReadPrompt): Asked {
  const need = <T>(part: keyof ReadPrompt, value: T | undefined): T => {
    if (value !== undefined) return value;
    throw new ProviderError(
      `The simulated respondent cannot answer: the ${prompt.kind} prompt of the task ${prompt.task} was read without its ${part}; check its wording and the reader given as read.`,
      { kind: "prompt", retryable: false },
    );
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
    case "closed":
      return { kind, x: need("x", prompt.x), candidates: need("candidates", prompt.candidates) };
    case "open":
      return {
        kind,
        x: need("x", prompt.x),
        candidates: need("candidates", prompt.candidates),
        otherKey: need("otherKey", prompt.otherKey),
      };
  }
}
