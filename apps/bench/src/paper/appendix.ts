import { both, claude, llama, pm } from "./models.ts";
import type { Printed, PrintedTable } from "./models.ts";

/** Appendix, candidate-set sweep on GoEmotions, by K. */
export const printedSweep: Readonly<Record<number, PrintedTable>> = {
  5: { goemotions: { infonce: claude(0.15, 0.04), marginalnce: claude(0.5, 0.04), promptnce: claude(0.56, 0.03) } },
  10: { goemotions: { infonce: claude(0.2, 0.04), marginalnce: claude(0.51, 0.04), promptnce: claude(0.52, 0.04) } },
  15: { goemotions: { infonce: claude(0.17, 0.04), marginalnce: claude(0.49, 0.04), promptnce: claude(0.5, 0.04) } },
  20: { goemotions: { infonce: claude(0.19, 0.04), marginalnce: claude(0.47, 0.04), promptnce: claude(0.47, 0.04) } },
};

/** The same: mean OTHER mass by K. */
export const printedOtherMass: Readonly<Record<number, number>> = {
  5: 0.34,
  10: 0.206,
  15: 0.14,
  20: 0.105,
};

/** Appendix, prompting interventions: rank ρ of the direct conditional on 80 pairs. */
export const printedInterventions: PrintedTable = {
  words: {
    "direct-split:none": both(pm(0.39, 0.1), pm(0.44, 0.09)),
    "direct-split/generate-then-rank:none": both(pm(0.4, 0.1), pm(0.46, 0.09)),
    "direct-split/log-scale-prior:none": both(pm(0.4, 0.1), pm(0.46, 0.09)),
    "direct-split/3-shot:none": both(pm(0.38, 0.1), pm(0.5, 0.09)),
    "direct-split/8-shot:none": both(pm(0.45, 0.09), pm(0.37, 0.1)),
    "direct-split/distribution-aware:none": both(pm(0.3, 0.1), pm(0.33, 0.1)),
  },
  chaosnli: {
    "direct-split:none": both(pm(0.77, 0.06), pm(0.84, 0.03)),
    "direct-split/generate-then-rank:none": both(pm(0.82, 0.04), pm(0.84, 0.05)),
    "direct-split/log-scale-prior:none": both(pm(0.84, 0.04), pm(0.81, 0.05)),
    "direct-split/3-shot:none": both(pm(0.79, 0.05), pm(0.86, 0.03)),
    "direct-split/8-shot:none": both(pm(0.79, 0.05), pm(0.8, 0.05)),
    "direct-split/distribution-aware:none": both(pm(0.59, 0.09), pm(0.76, 0.06)),
  },
};

const two = (gpt: number, sonnet: number): Printed => both(pm(gpt), pm(sonnet));

/** Appendix, post-hoc recalibration, K = 25, by method and what was recalibrated. */
export const printedRecalibration: PrintedTable = {
  words: {
    "direct-split none": two(0.57, 0.63),
    "direct-split conditional": two(0.65, 0.64),
    "direct-split both": two(0.65, 0.65),
    "direct-split empirical": two(0.82, 0.89),
    "promptnce none": two(0.74, 0.69),
    "promptnce conditional": two(0.8, 0.76),
    "promptnce both": two(0.79, 0.76),
    "promptnce empirical": two(0.85, 0.85),
  },
  chaosnli: {
    "direct-split none": two(0.7, 0.75),
    "direct-split conditional": two(0.7, 0.72),
    "direct-split both": two(0.69, 0.72),
    "direct-split empirical": two(0.69, 0.7),
    "promptnce none": two(0.73, 0.82),
    "promptnce conditional": two(0.73, 0.81),
    "promptnce both": two(0.73, 0.81),
    "promptnce empirical": two(0.73, 0.81),
  },
  goemotions: {
    "direct-split none": two(0.44, 0.4),
    "direct-split conditional": two(0.58, 0.56),
    "direct-split both": two(0.53, 0.57),
    "direct-split empirical": two(0.56, 0.66),
    "promptnce none": two(0.43, 0.47),
    "promptnce conditional": two(0.62, 0.66),
    "promptnce both": two(0.67, 0.67),
    "promptnce empirical": two(0.49, 0.55),
  },
};

/** Appendix, stability of GPT-5.2 on 50 Words pairs, ten runs. */
export const printedStability: Readonly<Record<string, number>> = {
  medianCv: 0.35,
  meanCv: 0.4,
  firstQuartileCv: 0.3,
  thirdQuartileCv: 0.48,
  agreement: 0.86,
  agreementLeast: 0.76,
  agreementMost: 0.95,
  truth: 0.43,
  truthLeast: 0.38,
  truthMost: 0.48,
  averaged: 0.44,
};

/** Table 3: fraction of comparisons in which the expert summary scores above the generic one. */
export const printedCaseStudy: PrintedTable = {
  compression: {
    "promptnce:none": claude(0.88, 0.019),
    infonce: claude(0.807, 0.024),
    "gem:none": llama(pm(0.273, 0.035)),
  },
  future: {
    "promptnce:none": claude(0.735, 0.026),
    infonce: claude(0.65, 0.03),
    "gem:none": llama(pm(0.184, 0.029)),
  },
};
