import type { Observation } from "@promptnce/core";

interface PrintedStructure {
  readonly r: number;
  readonly rhoMarginal: number;
  readonly example: Pick<Observation, "conditional" | "marginal" | "pmi">;
}

/** Table 1: R and ρ_marg are of the paper's own samples of 500 pairs. */
export const printedStructure: Readonly<Record<string, PrintedStructure>> = {
  words: { r: 3.86, rhoMarginal: 0.86, example: { conditional: 0.94, marginal: 0.0005, pmi: 7.54 } },
  chaosnli: { r: 0.07, rhoMarginal: -0.03, example: { conditional: 0.92, marginal: 0.199, pmi: 1.53 } },
  goemotions: { r: 2.69, rhoMarginal: 0.77, example: { conditional: 0.4, marginal: 0.033, pmi: 2.51 } },
};
