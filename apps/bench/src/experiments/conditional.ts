import type { Experiment } from "../experiment.ts";
import { printedConditional } from "../paper/conditional.ts";
import { methodLines, rankTable } from "../rank-table.ts";
import { conditionalMethods, conditionalTitles } from "./conditional-methods.ts";
import { scatterFigure } from "./scatter.ts";

/** Table 2: the conditional alone against P(y|x), with no marginal in it. */
export const conditional: Experiment = {
  id: "conditional",
  title: "Conditional estimation (Table 2)",
  jobs: ({ studies, config: { k } }) =>
    studies.flatMap((study) => conditionalMethods.map((method) => study.job(method, { k }))),
  report: (results) => ({
    tables: [
      rankTable({
        name: "conditional",
        title: conditional.title,
        results,
        blocks: results.studies.map((study) => ({
          study,
          measure: "P(y|x)",
          lines: methodLines(study, {
            methods: conditionalMethods,
            k: results.config.k,
            term: "conditional",
            printed: printedConditional,
            titles: conditionalTitles,
          }),
        })),
        notes: [
          "Spearman's ρ between the estimated and the true P(y|x), ± bootstrap standard error.",
          "The paper's GEM columns need token log-probabilities and are not part of this run.",
        ],
      }),
    ],
    figures: [
      scatterFigure(results, {
        term: "conditional",
        methods: conditionalMethods,
        titles: conditionalTitles,
        k: results.config.k,
      }),
    ],
  }),
};
