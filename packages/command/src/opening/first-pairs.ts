/** What people or a model say of one pair; `undefined` where there is no PMI. */
interface PairTerms {
  readonly conditional: number;
  readonly marginal: number;
  readonly pmi: number | undefined;
}

/** A pair of the paper's Table 1, with a recorded model's estimates. */
interface FirstPair {
  readonly dataset: "words" | "chaosnli" | "goemotions";
  readonly x: string;
  readonly y: string;
  /** People's, as the paper prints them. */
  readonly people: PairTerms;
  /** The model's, as it wrote them in reply to the paper's prompts. */
  readonly said: PairTerms;
  /** P(y|x) by the probabilities of its next token, the options in five orders. */
  readonly byTokens: number;
}

/** The model, and when it was asked; its results and replies are in `examples/first-pairs`. */
export const FIRST_MODEL = "Qwen2.5-Coder-1.5B-Instruct";
export const FIRST_ASKED = "2026-11-29";

/** Its reply about the first pair, as it came, but for the line breaks. */
export const FIRST_REPLY =
  '{ "WATER": 0.01, "PUSH": 0.02, "PULL": 0.03, "DOOR": 0.04, "HIT": 0.05, "OTHER": 0.9 }';

export const firstPairs: readonly FirstPair[] = [
  {
    dataset: "words",
    x: "SHOVE",
    y: "PUSH",
    people: { conditional: 0.94, marginal: 0.0005, pmi: 7.54 },
    said: { conditional: 0.019, marginal: 0.01, pmi: 0.64 },
    byTokens: 0.19,
  },
  {
    dataset: "goemotions",
    x: "“That game hurt.”",
    y: "sadness",
    people: { conditional: 0.4, marginal: 0.033, pmi: 2.51 },
    said: { conditional: 0.01, marginal: 0.000001, pmi: 9.21 },
    byTokens: 0.22,
  },
  {
    dataset: "chaosnli",
    x: "“a boy walks through the water.” / “A boy walks on water.”",
    y: "contradiction",
    people: { conditional: 0.92, marginal: 0.199, pmi: 1.53 },
    said: { conditional: 0, marginal: 0, pmi: undefined },
    byTokens: 0.23,
  },
];
