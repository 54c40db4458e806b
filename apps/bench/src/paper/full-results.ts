import { both, claude, printedTable, type PrintedTable } from "./models.ts";

/**
 * Figure 1 and block 1 of the full results, K = 5 (3 on ChaosNLI). InfoNCE and PromptNCE with the
 * empirical marginal are from the text of Sections 5.2 and 5.3, without a standard error;
 * Direct-PMI, which has no K, is from block 3 and Direct-Split (empirical) from block 2.
 */
export const printedPmi: PrintedTable = printedTable({
  "direct-pmi": [
    both(0.36, 0.04, 0.48, 0.04),
    both(0.49, 0.04, 0.72, 0.03),
    both(0.35, 0.04, 0.34, 0.04),
  ],
  "direct-split": [
    both(0.67, 0.03, 0.68, 0.03),
    both(0.69, 0.03, 0.7, 0.03),
    both(0.49, 0.03, 0.58, 0.03),
  ],
  infonce: [claude(0.22), claude(0.78), claude(0.13)],
  marginalnce: [
    both(0.74, 0.02, 0.71, 0.02),
    both(0.71, 0.03, 0.78, 0.02),
    both(0.45, 0.04, 0.52, 0.03),
  ],
  promptnce: [
    both(0.74, 0.02, 0.7, 0.03),
    both(0.73, 0.03, 0.78, 0.02),
    both(0.48, 0.04, 0.57, 0.03),
  ],
  "direct-split:empirical": [
    both(0.82, 0.02, 0.89, 0.01),
    both(0.69, 0.03, 0.7, 0.03),
    both(0.56, 0.03, 0.66, 0.03),
  ],
  "promptnce:empirical": [claude(0.88), undefined, claude(0.65)],
});

/** Block 2: the empirical marginal, K = 25. */
export const printedOracle: PrintedTable = printedTable({
  "direct-split:empirical": [
    both(0.82, 0.02, 0.89, 0.01),
    both(0.69, 0.03, 0.7, 0.03),
    both(0.56, 0.03, 0.66, 0.03),
  ],
  "infonce:empirical": [
    both(0.87, 0.01, 0.89, 0.01),
    both(0.7, 0.03, 0.73, 0.03),
    both(0.53, 0.03, 0.61, 0.03),
  ],
  "promptnce:empirical": [
    both(0.85, 0.02, 0.85, 0.02),
    both(0.73, 0.03, 0.81, 0.02),
    both(0.49, 0.04, 0.55, 0.04),
  ],
});

/** Section 5.3, the role of the marginal: the empirical marginal at K = 5, no standard errors. */
export const printedOracleSmall: PrintedTable = printedTable({
  "direct-split:empirical": [claude(0.89), undefined, claude(0.66)],
  "promptnce:empirical": [claude(0.88), undefined, claude(0.65)],
});

const zeroShotPromptnce = [
  both(0.74, 0.02, 0.69, 0.03),
  both(0.73, 0.03, 0.82, 0.02),
  both(0.43, 0.04, 0.47, 0.04),
];

/**
 * Block 3: the model's own marginal, K = 25. Its one row of PromptNCE appears beside both
 * candidates for it.
 */
export const printedZeroShot: PrintedTable = printedTable({
  infonce: [
    both(0.35, 0.04, 0.33, 0.04),
    both(0.69, 0.03, 0.73, 0.03),
    both(0.13, 0.05, 0.18, 0.05),
  ],
  "marginalnce:ungrounded": [
    both(0.64, 0.03, 0.64, 0.03),
    both(0.69, 0.03, 0.73, 0.03),
    both(0.41, 0.04, 0.45, 0.04),
  ],
  promptnce: zeroShotPromptnce,
  "promptnce:ungrounded": zeroShotPromptnce,
  "direct-split:ungrounded": [
    both(0.57, 0.03, 0.63, 0.03),
    both(0.7, 0.03, 0.75, 0.03),
    both(0.44, 0.04, 0.4, 0.04),
  ],
  "direct-pmi": [
    both(0.36, 0.04, 0.48, 0.04),
    both(0.49, 0.04, 0.72, 0.03),
    both(0.35, 0.04, 0.34, 0.04),
  ],
});
