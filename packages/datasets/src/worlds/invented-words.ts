import type { Random } from "@promptnce/core";

const ONSETS = "b bl d dr f fl g gr k kl l m n p pl r s sk t tr v vl z zr".split(" ");
const VOWELS = "a e i o u ai oo".split(" ");
const CODAS = "b d f g k l m n p r v x z".split(" ");

/** Distinct invented words of two syllables in lower case; there are some 400,000 to draw from. */
export function inventedWords(count: number, source: Random): string[] {
  const parts = [ONSETS, VOWELS, ONSETS, VOWELS, CODAS];
  const words = new Set<string>();
  while (words.size < count) words.add(parts.map((part) => part[source.below(part.length)]).join(""));
  return [...words];
}
