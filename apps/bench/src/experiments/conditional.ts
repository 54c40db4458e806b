import type { Experiment } from "../study/experiment.ts";
import { printedConditional } from "../paper/conditional.ts";
import { methodLines, rankTable } from "./parts/rank-table.ts";
import type { Line } from "./parts/rank-table.ts";
import type { Results } from "../study/results.ts";
import type { Study } from "../study/study.ts";
import { conditionalMethods, conditionalTitles, scoredMethods } from "./parts/conditional-methods.ts";
import { setSizeNotes } from "./parts/paper-notes.ts";
import { scatterFigure } from "./parts/scatter.ts";

/** Table 2: the conditional alone against P(y|x), with no marginal in it. */
export const conditional: Experiment = {
  id: "conditional",
  title: "Conditional estimation (Table 2)",
  jobs: ({ studies, config: { k } }) =>
    studies.flatMap((study) => [...conditionalMethods, ...scoredMethods].map((method) => study.job(method, { k }))),
  report: (results) => ({
    tables: [
      rankTable({
        name: "conditional",
        title: conditional.title,
        results,
        blocks: results.studies.map((study) => ({
          study,
          measure: "P(y|x)",
          lines: lines(results, study),
        })),
        notes: [
          "Spearman's ρ between the estimated and the true P(y|x), ± bootstrap standard error.",
          gemNote(results, gemIs),
          ...setSizeNotes(results),
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

/** A row a method; those of GEM where any model can be scored with. */
function lines(results: Results, study: Study): Line[] {
  const common = {
    k: results.config.k,
    term: "conditional",
    printed: printedConditional,
    titles: conditionalTitles,
  } as const;
  const asked = methodLines(study, { ...common, methods: conditionalMethods });
  if (!results.models.some(({ scores }) => scores)) return asked;
  return [...asked, ...methodLines(study, { ...common, methods: scoredMethods, estimated: "pmi" })];
}

const gemIs =
  "alone (likelihood), as in a column without a marginal, and less that with “Not available” in the place of x. The paper does not say which of the two it printed.";

/** What is said of GEM under a table: what it is, or which models cannot give it. */
export function gemNote({ models }: Pick<Results, "models">, is: string): string {
  const without = models.filter(({ scores }) => !scores).map(({ label }) => label);
  if (without.length === models.length) {
    return "GEM needs a model that gives the log-probability of a text; nobody asked here does.";
  }
  const dash = without.length > 0 ? ` Not of ${without.join(", ")}, which cannot give it.` : "";
  return `GEM is read off the model's log-probability of y, with no candidate set: ${is}${dash}`;
}
