import { both, claude, printedTable, type PrintedTable, two } from "./models.ts";

/** Appendix, diagnostic of the conditional, K = 25: rank ρ. */
export const printedConditionalRank: PrintedTable = printedTable({
  "direct-split:none": [
    both(0.33, 0.04, 0.35, 0.04),
    both(0.67, 0.03, 0.72, 0.03),
    both(0.3, 0.04, 0.23, 0.04),
  ],
  infonce: [
    both(0.26, 0.04, 0.38, 0.04),
    both(0.73, 0.02, 0.76, 0.03),
    both(0.34, 0.04, 0.31, 0.04),
  ],
  "promptnce:none": [
    both(0.38, 0.04, 0.5, 0.04),
    both(0.75, 0.02, 0.83, 0.02),
    both(0.34, 0.04, 0.33, 0.04),
  ],
});

/** The same: calibration slope, ideally 1. */
export const printedConditionalSlope: PrintedTable = printedTable({
  "direct-split:none": [
    both(0.55, 0.05, 0.32, 0.03),
    both(0.59, 0.03, 0.48, 0.02),
    both(0.65, 0.09, 0.36, 0.06),
  ],
  infonce: [both(0.25, 0.03, 0.23, 0.02), both(0.72, 0.03, 0.8, 0.04), both(0.96, 0.11, 0.73, 0.1)],
  "promptnce:none": [
    both(0.4, 0.05, 0.78, 0.08),
    both(0.75, 0.03, 0.92, 0.09),
    both(0.95, 0.19, 1.63, 0.25),
  ],
});

/** Appendix, diagnostic of the marginal: rank ρ. */
export const printedMarginalRank: PrintedTable = printedTable({
  ungrounded: [both(0.63, 0.03, 0.63, 0.03), undefined, both(0.42, 0.2, 0.44, 0.19)],
  grounded: [both(0.81, 0.02, 0.73, 0.02), undefined, both(0.73, 0.13, 0.74, 0.12)],
});

/** The same: calibration slope. */
export const printedMarginalSlope: PrintedTable = printedTable({
  ungrounded: [both(0.53, 0.04, 0.63, 0.05), undefined, both(0.35, 0.13, 0.35, 0.1)],
  grounded: [both(0.65, 0.03, 0.57, 0.03), undefined, both(1.03, 0.09, 0.93, 0.13)],
});

/** Appendix, candidate-set sweep on GoEmotions, by K. */
export const printedSweep: Readonly<Record<number, PrintedTable>> = {
  5: {
    goemotions: {
      infonce: claude(0.15, 0.04),
      marginalnce: claude(0.5, 0.04),
      promptnce: claude(0.56, 0.03),
    },
  },
  10: {
    goemotions: {
      infonce: claude(0.2, 0.04),
      marginalnce: claude(0.51, 0.04),
      promptnce: claude(0.52, 0.04),
    },
  },
  15: {
    goemotions: {
      infonce: claude(0.17, 0.04),
      marginalnce: claude(0.49, 0.04),
      promptnce: claude(0.5, 0.04),
    },
  },
  20: {
    goemotions: {
      infonce: claude(0.19, 0.04),
      marginalnce: claude(0.47, 0.04),
      promptnce: claude(0.47, 0.04),
    },
  },
};

/** The same: mean OTHER mass by K. */
export const printedOtherMass: Readonly<Record<number, number>> = {
  5: 0.34,
  10: 0.206,
  15: 0.14,
  20: 0.105,
};

/** Appendix, prompting interventions: rank ρ of the direct conditional on 80 pairs. */
export const printedInterventions: PrintedTable = printedTable({
  "direct-split:none": [both(0.39, 0.1, 0.44, 0.09), both(0.77, 0.06, 0.84, 0.03)],
  "direct-split/generate-then-rank:none": [
    both(0.4, 0.1, 0.46, 0.09),
    both(0.82, 0.04, 0.84, 0.05),
  ],
  "direct-split/log-scale-prior:none": [both(0.4, 0.1, 0.46, 0.09), both(0.84, 0.04, 0.81, 0.05)],
  "direct-split/3-shot:none": [both(0.38, 0.1, 0.5, 0.09), both(0.79, 0.05, 0.86, 0.03)],
  "direct-split/8-shot:none": [both(0.45, 0.09, 0.37, 0.1), both(0.79, 0.05, 0.8, 0.05)],
  "direct-split/distribution-aware:none": [both(0.3, 0.1, 0.33, 0.1), both(0.59, 0.09, 0.76, 0.06)],
});

/** Appendix, post-hoc recalibration, K = 25, by method and recalibrated quantity. */
export const printedRecalibration: PrintedTable = printedTable({
  "direct-split none": [two(0.57, 0.63), two(0.7, 0.75), two(0.44, 0.4)],
  "direct-split conditional": [two(0.65, 0.64), two(0.7, 0.72), two(0.58, 0.56)],
  "direct-split both": [two(0.65, 0.65), two(0.69, 0.72), two(0.53, 0.57)],
  "direct-split empirical": [two(0.82, 0.89), two(0.69, 0.7), two(0.56, 0.66)],
  "promptnce none": [two(0.74, 0.69), two(0.73, 0.82), two(0.43, 0.47)],
  "promptnce conditional": [two(0.8, 0.76), two(0.73, 0.81), two(0.62, 0.66)],
  "promptnce both": [two(0.79, 0.76), two(0.73, 0.81), two(0.67, 0.67)],
  "promptnce empirical": [two(0.85, 0.85), two(0.73, 0.81), two(0.49, 0.55)],
});

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
