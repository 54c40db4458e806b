import { both, pm } from "./models.ts";
import type { PrintedTable } from "./models.ts";

/** Appendix, diagnostic of the conditional, K = 25: rank ρ. */
export const printedConditionalRank: PrintedTable = {
  words: {
    "direct-split:none": both(pm(0.33, 0.04), pm(0.35, 0.04)),
    infonce: both(pm(0.26, 0.04), pm(0.38, 0.04)),
    "promptnce:none": both(pm(0.38, 0.04), pm(0.5, 0.04)),
  },
  chaosnli: {
    "direct-split:none": both(pm(0.67, 0.03), pm(0.72, 0.03)),
    infonce: both(pm(0.73, 0.02), pm(0.76, 0.03)),
    "promptnce:none": both(pm(0.75, 0.02), pm(0.83, 0.02)),
  },
  goemotions: {
    "direct-split:none": both(pm(0.3, 0.04), pm(0.23, 0.04)),
    infonce: both(pm(0.34, 0.04), pm(0.31, 0.04)),
    "promptnce:none": both(pm(0.34, 0.04), pm(0.33, 0.04)),
  },
};

/** The same: calibration slope, ideal 1. */
export const printedConditionalSlope: PrintedTable = {
  words: {
    "direct-split:none": both(pm(0.55, 0.05), pm(0.32, 0.03)),
    infonce: both(pm(0.25, 0.03), pm(0.23, 0.02)),
    "promptnce:none": both(pm(0.4, 0.05), pm(0.78, 0.08)),
  },
  chaosnli: {
    "direct-split:none": both(pm(0.59, 0.03), pm(0.48, 0.02)),
    infonce: both(pm(0.72, 0.03), pm(0.8, 0.04)),
    "promptnce:none": both(pm(0.75, 0.03), pm(0.92, 0.09)),
  },
  goemotions: {
    "direct-split:none": both(pm(0.65, 0.09), pm(0.36, 0.06)),
    infonce: both(pm(0.96, 0.11), pm(0.73, 0.1)),
    "promptnce:none": both(pm(0.95, 0.19), pm(1.63, 0.25)),
  },
};

/** Appendix, diagnostic of the marginal: rank ρ. */
export const printedMarginalRank: PrintedTable = {
  words: {
    ungrounded: both(pm(0.63, 0.03), pm(0.63, 0.03)),
    grounded: both(pm(0.81, 0.02), pm(0.73, 0.02)),
  },
  goemotions: {
    ungrounded: both(pm(0.42, 0.2), pm(0.44, 0.19)),
    grounded: both(pm(0.73, 0.13), pm(0.74, 0.12)),
  },
};

/** The same: calibration slope. */
export const printedMarginalSlope: PrintedTable = {
  words: {
    ungrounded: both(pm(0.53, 0.04), pm(0.63, 0.05)),
    grounded: both(pm(0.65, 0.03), pm(0.57, 0.03)),
  },
  goemotions: {
    ungrounded: both(pm(0.35, 0.13), pm(0.35, 0.1)),
    grounded: both(pm(1.03, 0.09), pm(0.93, 0.13)),
  },
};
