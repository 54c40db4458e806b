import type { PairNumbers } from "@promptnce/core";
import { claude, llama, printedTable, type PrintedTable } from "./models.ts";

interface PrintedStructure {
  readonly r: number;
  readonly rhoMarginal: number;
  readonly example: PairNumbers;
}

/** Table 1. R and ρ_marg are from the paper's own samples of 500 pairs. */
export const printedStructure: Readonly<Record<string, PrintedStructure>> = {
  words: {
    r: 3.86,
    rhoMarginal: 0.86,
    example: { conditional: 0.94, marginal: 0.0005, pmi: 7.54 },
  },
  chaosnli: {
    r: 0.07,
    rhoMarginal: -0.03,
    example: { conditional: 0.92, marginal: 0.199, pmi: 1.53 },
  },
  goemotions: {
    r: 2.69,
    rhoMarginal: 0.77,
    example: { conditional: 0.4, marginal: 0.033, pmi: 2.51 },
  },
};

/** Table 2, the conditional alone, K = 5 (3 on ChaosNLI). */
export const printedConditional: PrintedTable = printedTable({
  "promptnce:none": [claude(0.45, 0.04), claude(0.8, 0.02), claude(0.27, 0.04)],
  infonce: [claude(0.21, 0.04), claude(0.8, 0.02), claude(0.22, 0.04)],
  "direct-split:none": [claude(0.35, 0.04), claude(0.72, 0.02), claude(0.23, 0.04)],
  "gem:none": [
    llama(0.24, 0.05, 0.43, 0.04),
    llama(0.15, 0.05, 0.55, 0.03),
    llama(0.16, 0.05, 0.26, 0.04),
  ],
});

/** Table 3: fraction of comparisons in which the expert summary scores above the generic one. */
export const printedCaseStudy: PrintedTable = printedTable(
  {
    "promptnce:none": [claude(0.88, 0.019), claude(0.735, 0.026)],
    infonce: [claude(0.807, 0.024), claude(0.65, 0.03)],
    "gem:none": [llama(0.273, 0.035), llama(0.184, 0.029)],
  },
  ["compression", "future"],
);
