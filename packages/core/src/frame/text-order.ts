import type { FrameKeys } from "./frame.ts";

/** The order of two texts by their code units, whatever the language of the machine. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The places of the pairs in the order of their texts: context, x, then label. `undefined` if they
 * are in that order already, as those of a builder are.
 */
export function textOrder({ contexts, x, labels, texts }: FrameKeys): Uint32Array | undefined {
  const byTexts = (a: number, b: number): number =>
    compareTexts(texts.contexts[contexts[a]!]!, texts.contexts[contexts[b]!]!) ||
    compareTexts(texts.x[x[a]!]!, texts.x[x[b]!]!) ||
    compareTexts(texts.labels[labels[a]!]!, texts.labels[labels[b]!]!);
  const isInOrder = x.every((_, place) => place === 0 || byTexts(place - 1, place) <= 0);
  return isInOrder ? undefined : Uint32Array.from(x.keys()).sort(byTexts);
}
