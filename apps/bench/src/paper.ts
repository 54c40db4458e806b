import type { Measured } from "./table.ts";

/** The figures printed in the paper, by the task they are about. They are never recomputed here. */
export const paperModels = { claude: "Claude Sonnet 4", gpt: "GPT-5.2" } as const;

type PaperModel = keyof typeof paperModels;

interface PaperStructure {
  readonly labels: number;
  readonly r: number;
  readonly rhoMarginal: number;
  readonly example: {
    readonly conditional: number;
    readonly marginal: number;
    readonly pmi: number;
  };
}

const pm = (value: number, standardError?: number): Measured => ({ value, standardError });

/** Table 1: R and ρ_marg are of the paper's own samples of 500 pairs. */
export const paperStructure: Readonly<Record<string, PaperStructure>> = {
  words: {
    labels: 10_469,
    r: 3.86,
    rhoMarginal: 0.86,
    example: { conditional: 0.94, marginal: 0.0005, pmi: 7.54 },
  },
  chaosnli: {
    labels: 3,
    r: 0.07,
    rhoMarginal: -0.03,
    example: { conditional: 0.92, marginal: 0.199, pmi: 1.53 },
  },
  goemotions: {
    labels: 28,
    r: 2.69,
    rhoMarginal: 0.77,
    example: { conditional: 0.4, marginal: 0.033, pmi: 2.51 },
  },
};

/** Table 2, the conditional alone, K = 5 (3 on ChaosNLI), Claude Sonnet 4. */
export const paperConditional: Readonly<Record<string, Readonly<Record<string, Measured>>>> = {
  words: {
    "promptnce:none": pm(0.45, 0.04),
    infonce: pm(0.21, 0.04),
    "direct-split:none": pm(0.35, 0.04),
  },
  goemotions: {
    "promptnce:none": pm(0.27, 0.04),
    infonce: pm(0.22, 0.04),
    "direct-split:none": pm(0.23, 0.04),
  },
  chaosnli: {
    "promptnce:none": pm(0.8, 0.02),
    infonce: pm(0.8, 0.02),
    "direct-split:none": pm(0.72, 0.02),
  },
};

type ByMethod = Readonly<Record<string, Partial<Record<PaperModel, Measured>>>>;

/**
 * Figure 1 and the first block of the appendix's full results, K = 5 (3 on ChaosNLI). Rows that the
 * block leaves out are from the text of Section 5.2 and 5.3, which gives no standard error, and
 * Direct-PMI, which has no K, from the third block.
 */
export const paperPmi: Readonly<Record<string, ByMethod>> = {
  words: {
    "direct-pmi": { claude: pm(0.48, 0.04), gpt: pm(0.36, 0.04) },
    "direct-split": { claude: pm(0.68, 0.03), gpt: pm(0.67, 0.03) },
    infonce: { claude: pm(0.22) },
    marginalnce: { claude: pm(0.71, 0.02), gpt: pm(0.74, 0.02) },
    promptnce: { claude: pm(0.7, 0.03), gpt: pm(0.74, 0.02) },
    "direct-split:empirical": { claude: pm(0.89, 0.01), gpt: pm(0.82, 0.02) },
    "promptnce:empirical": { claude: pm(0.88) },
  },
  chaosnli: {
    "direct-pmi": { claude: pm(0.72, 0.03), gpt: pm(0.49, 0.04) },
    "direct-split": { claude: pm(0.7, 0.03), gpt: pm(0.69, 0.03) },
    infonce: { claude: pm(0.78) },
    marginalnce: { claude: pm(0.78, 0.02), gpt: pm(0.71, 0.03) },
    promptnce: { claude: pm(0.78, 0.02), gpt: pm(0.73, 0.03) },
    "direct-split:empirical": { claude: pm(0.7, 0.03), gpt: pm(0.69, 0.03) },
  },
  goemotions: {
    "direct-pmi": { claude: pm(0.34, 0.04), gpt: pm(0.35, 0.04) },
    "direct-split": { claude: pm(0.58, 0.03), gpt: pm(0.49, 0.03) },
    infonce: { claude: pm(0.13) },
    marginalnce: { claude: pm(0.52, 0.03), gpt: pm(0.45, 0.04) },
    promptnce: { claude: pm(0.57, 0.03), gpt: pm(0.48, 0.04) },
    "direct-split:empirical": { claude: pm(0.66, 0.03), gpt: pm(0.56, 0.03) },
    "promptnce:empirical": { claude: pm(0.65) },
  },
};
