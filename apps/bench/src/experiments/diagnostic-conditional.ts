import { printedConditionalRank, printedConditionalSlope } from "../paper/appendix.ts";
import type { Experiment } from "../study/experiment.ts";
import { conditionalMethods as methods, conditionalTitles as titles } from "./parts/conditional-methods.ts";
import { methodLines } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";

const paper = { printed: printedConditionalRank, printedSlope: printedConditionalSlope };

/** Appendix: rank and calibration of the conditional at K = 25. */
export const diagnosticConditional: Experiment = rankExperiment({
  id: "diagnostic-conditional",
  title: "Diagnostic of the conditional, K = 25 (appendix)",
  blocks: (study) => [
    {
      study,
      measure: "P(y|x)",
      lines: methodLines(study, { methods, titles, k: 25, term: "conditional", ...paper }),
    },
  ],
  notes: (results) => [
    "As Table 2, with more candidates: only the contrastive conditionals move with K.",
    ...wholeSetNotes(results),
  ],
  slopes: "Calibration slope of the conditional, K = 25 (appendix)",
});
