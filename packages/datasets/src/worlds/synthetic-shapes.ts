import type { Input, Label } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { GOEMOTIONS_LABELS } from "../goemotions/goemotions-labels.ts";

/** The datasets that a synthetic world can resemble. */
export const shapeNames = ["words", "chaosnli", "goemotions"] as const;

export type ShapeName = (typeof shapeNames)[number];

/** What makes a world marginal-dominated or conditional-dominated (Section 4.1). */
export interface Shape {
  /** The number of labels that an input is associated with. */
  readonly support: number;
  /**
   * ε, the share of P(y|x) that comes from the background distribution, which covers all labels.
   */
  readonly epsilon: number;
  /** Background mass falls as (rank + flatness)^−steepness. */
  readonly flatness: number;
  readonly steepness: number;
  /**
   * The standard deviation of log assoc(y|x) before normalisation: how much the conditional varies.
   */
  readonly spread: number;
  /**
   * The power of a label's background mass in its mass within a support: 0 ignores it, 1 multiplies
   * by it.
   */
  readonly tilt: number;
}

export const shapes: Readonly<Record<ShapeName, Shape>> = {
  /** The marginal dominates, as in USF Words. */
  words: { support: 14, epsilon: 0.18, flatness: 40, steepness: 1.1, spread: 0.95, tilt: 0.13 },
  /** The conditional dominates, as in ChaosNLI. */
  chaosnli: { support: 3, epsilon: 0.03, flatness: 1, steepness: 1.2, spread: 1.5, tilt: 1 },
  /** In between, as in GoEmotions. */
  goemotions: { support: 3, epsilon: 0.1, flatness: 1, steepness: 1, spread: 0.8, tilt: 0.1 },
};

type Vocabulary = Readonly<{ labels: readonly Label[]; inputs: readonly Input[] }>;

/**
 * The labels and the distinct inputs of each world. Both are invented, except the labels of
 * ChaosNLI and GoEmotions.
 */
export const vocabularies: Readonly<Record<ShapeName, (source: Random) => Vocabulary>> = {
  words: (source) => {
    const all = inventedWords(11_200, source).map((word) => word.toUpperCase());
    return { labels: all.slice(0, 10_000), inputs: all.slice(10_000).map((cue) => ({ cue })) };
  },
  chaosnli: (source) => {
    const inputs = sentences(4, source, ([noun, verb, place, state]) => ({
      premise: `A ${noun} is ${verb}ing near the ${place}.`,
      hypothesis: `The ${noun} is ${state}.`,
    }));
    return { labels: ["entailment", "neutral", "contradiction"], inputs };
  },
  goemotions: (source) => {
    const inputs = sentences(3, source, ([verb, noun, thing]) => ({
      comment: `You ${verb}ed my ${noun}, and then the ${thing} came back.`,
    }));
    return { labels: GOEMOTIONS_LABELS, inputs };
  },
};

/** 800 inputs, each made of `words` invented words that no other input has. */
function sentences(
  words: number,
  source: Random,
  say: (words: readonly string[]) => Input,
): Input[] {
  const invented = inventedWords(800 * words, source);
  return Array.from({ length: 800 }, (_, i) => say(invented.slice(words * i, words * (i + 1))));
}

const ONSETS = "b bl d dr f fl g gr k kl l m n p pl r s sk t tr v vl z zr".split(" ");
const VOWELS = "a e i o u ai oo".split(" ");
const CODAS = "b d f g k l m n p r v x z".split(" ");

/** `count` distinct invented words of two syllables in lower case, drawn from about 400,000. */
export function inventedWords(count: number, source: Random): string[] {
  const parts = [ONSETS, VOWELS, ONSETS, VOWELS, CODAS];
  const words = new Set<string>();
  while (words.size < count)
    words.add(parts.map((part) => part[source.below(part.length)]).join(""));
  return [...words];
}
