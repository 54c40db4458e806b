import { printedConditional as printed } from "../paper/main-text.ts";
import type { Experiment } from "../study/experiment.ts";
import {
  conditionalMethods as methods,
  conditionalTitles as titles,
  scoredMethods,
} from "./parts/conditional-methods.ts";
import { methodLines } from "./parts/method-lines.ts";
import { gemNote, setSizeNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { scatterFigure } from "./parts/scatter.ts";

/** Table 2: the conditional alone against P(y|x), with no marginal in it. */
export const conditional: Experiment = rankExperiment({
  id: "conditional",
  title: "Conditional estimation (Table 2)",
  blocks(study, { config: { k } }, scored) {
    const common = { k, term: "conditional", printed, titles } as const;
    const lines = [
      ...methodLines(study, { ...common, methods }),
      ...(scored ? methodLines(study, { ...common, methods: scoredMethods, estimated: "pmi" }) : []),
    ];
    return [{ study, measure: "P(y|x)", lines }];
  },
  notes: (results) => [
    "Spearman's ρ between the estimated and the true P(y|x), ± bootstrap standard error.",
    gemNote(
      results,
      "alone (likelihood), as in a column without a marginal, and less that with “Not available” in the place of x. The paper does not say which of the two it printed.",
    ),
    ...setSizeNotes(results),
  ],
  more: (results) => ({
    figures: [scatterFigure(results, { term: "conditional", methods, titles, k: results.config.k })],
  }),
});
