import type { Experiment } from "../study/experiment.ts";
import { printedConditionalRank, printedConditionalSlope } from "../paper/diagnostics.ts";
import { methodLines, rankTable } from "./parts/rank-table.ts";
import { slopeTable } from "./parts/slope-table.ts";
import { conditionalMethods as methods, conditionalTitles as titles } from "./parts/conditional-methods.ts";

const k = 25;

/** Appendix: rank and calibration of the conditional at K = 25. */
export const diagnosticConditional: Experiment = {
  id: "diagnostic-conditional",
  title: "Diagnostic of the conditional, K = 25 (appendix)",
  jobs: ({ studies }) => studies.flatMap((study) => methods.map((method) => study.job(method, { k }))),
  report: (results) => {
    const blocks = (printed: typeof printedConditionalRank) =>
      results.studies.map((study) => {
        return {
          study,
          measure: "P(y|x)",
          lines: methodLines(study, { methods, k, term: "conditional", printed, titles }),
        };
      });
    return {
      tables: [
        rankTable({
          name: "diagnostic-conditional",
          title: diagnosticConditional.title,
          results,
          blocks: blocks(printedConditionalRank),
          notes: ["As Table 2, with more candidates: only the contrastive conditionals move with K."],
        }),
        slopeTable({
          name: "diagnostic-conditional-slope",
          title: "Calibration slope of the conditional, K = 25 (appendix)",
          results,
          blocks: blocks(printedConditionalSlope),
        }),
      ],
    };
  },
};
