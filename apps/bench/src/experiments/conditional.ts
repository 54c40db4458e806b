import { printedConditionalRank, printedConditionalSlope } from "../paper/appendix.ts";
import { printedConditional as printed } from "../paper/main-text.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { conditionalBlock, methodLines } from "./parts/method-lines.ts";
import { gemNote, printedGem, setSizeNotes, wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { scatterFigure } from "./parts/scatter.ts";

/**
 * The three ways of eliciting a conditional, without a marginal, and their titles in tables of
 * conditionals.
 */
const titles = {
  "promptnce:none": "PromptNCE",
  infonce: "InfoNCE",
  "direct-split:none": "Direct-Split",
};
const methods = Object.keys(titles);

/**
 * GEM, which uses no candidate set: the log-likelihood alone, and minus that of the null context.
 * Only for models that return the log-probability of a text.
 */
const scoredMethods = ["gem:none", "gem"];

/** Table 2: the conditional alone against P(y|x), without a marginal. */
export const conditional: Experiment = rankExperiment({
  id: "conditional",
  title: "Conditional estimation (Table 2)",
  blocks(study, { config: { k } }, scored) {
    const common = { k, estimated: "conditional", printed, titles } as const;
    const lines = [
      ...methodLines(study, { ...common, methods }),
      ...(scored
        ? methodLines(study, { ...common, methods: scoredMethods, estimated: "pmi" })
        : []),
    ];
    return [conditionalBlock(study, lines)];
  },
  notes: (results) => [
    "Spearman's ρ between the estimated and the true P(y|x), ± bootstrap standard error.",
    gemNote(
      results,
      "alone (likelihood), as in a column without a marginal, and less that with “Not available” in place of x. The paper does not say which of the two it printed.",
    ),
    ...setSizeNotes(results),
  ],
  paperOnly: (results) => ({ title: "GEM (likelihood)", printed: printedGem(results, printed) }),
  more: (results) => ({
    figures: [
      scatterFigure(results, { term: "conditional", methods, titles, k: results.config.k }),
    ],
  }),
});

const paper = { printed: printedConditionalRank, printedSlope: printedConditionalSlope };

/** Appendix: rank and calibration of the conditional at K = 25. */
export const diagnosticConditional: Experiment = rankExperiment({
  id: "diagnostic-conditional",
  title: "Diagnostic of the conditional, K = 25 (appendix)",
  blocks: (study) => {
    const lines = methodLines(study, {
      methods,
      titles,
      k: 25,
      estimated: "conditional",
      ...paper,
    });
    return [conditionalBlock(study, lines)];
  },
  notes: (results) => [
    "As in Table 2, with more candidates: only the contrastive conditionals depend on K.",
    ...wholeSetNotes(results),
  ],
  slopes: "Calibration slope of the conditional, K = 25 (appendix)",
});
