import type { Experiment } from "../study/experiment.ts";
import type { BarsFigure } from "@promptnce/report";
import { printedPmi } from "../paper/full-results.ts";
import { methodLines, rankTable, scoresOf } from "./parts/rank-table.ts";
import type { Block } from "./parts/rank-table.ts";
import type { Results } from "../study/results.ts";
import type { Study } from "../study/study.ts";
import { gemNote } from "./conditional.ts";
import { setSizeNotes } from "./parts/paper-notes.ts";
import { scatterFigure } from "./parts/scatter.ts";

/** Figure 1 and block 1 of the full results: estimated against true PMI, grounded marginal. */
export const pmi: Experiment = {
  id: "pmi",
  title: "End-to-end PMI (Figure 1; full results, block 1)",
  jobs: ({ studies, config: { k, methods } }) =>
    studies.flatMap((study) => methods.map((method) => study.job(method, { k }))),
  report: (results) => {
    const { methods, k } = results.config;
    return {
      tables: [
        rankTable({
          name: "pmi",
          title: pmi.title,
          results,
          blocks: results.studies
            .flatMap((study) => [estimatedBlock(study, results), ceilingBlock(study, results)])
            .filter(({ lines }) => lines.length > 0),
          notes: [
            "Spearman's ρ between estimated and true PMI, ± bootstrap standard error.",
            "Direct-Split, MarginalNCE and PromptNCE share one grounded marginal; (empirical) takes P(y) as counted: a ceiling, not a competitor.",
            ...(methods.some((id) => id.startsWith("gem"))
              ? [gemNote(results, "less that without x, or alone, as the name says.")]
              : []),
            ...setSizeNotes(results),
          ],
        }),
      ],
      figures: [barsFigure(results), scatterFigure(results, { term: "pmi", methods, k })],
    };
  },
};

function block(study: Study, { config: { methods, k } }: Results, empirical: boolean): Block {
  const chosen = methods.filter((id) => id.endsWith(":empirical") === empirical);
  return {
    study,
    measure: "PMI",
    lines: methodLines(study, { methods: chosen, k, term: "pmi", printed: printedPmi }),
  };
}

function estimatedBlock(study: Study, results: Results): Block {
  return block(study, results, false);
}

/** What takes P(y) as counted. */
function ceilingBlock(study: Study, results: Results): Block {
  return block(study, results, true);
}

/** Figure 1 of the paper: the methods, and PromptNCE with the counted marginal as a dashed line. */
function barsFigure(results: Results): BarsFigure {
  const bars = (of: typeof estimatedBlock) =>
    results.studies.flatMap((study) =>
      results.models.flatMap((model) => {
        const { lines } = of(study, results);
        const scores = scoresOf(of(study, results), model);
        return lines.map(({ title, method }, i) => ({
          dataset: study.dataset.name,
          model: model.label,
          id: method,
          method: title,
          rho: scores[i]?.rho.value ?? Number.NaN,
          standardError: scores[i]?.rho.standardError ?? Number.NaN,
        }));
      }),
    );
  return {
    kind: "bars",
    name: "pmi-bars",
    title: "Spearman's ρ between estimated and true PMI (Figure 1)",
    simulated: results.simulated(
      results.studies.map(({ dataset }) => dataset),
      "model",
    ),
    bars: bars(estimatedBlock),
    oracles: bars(ceilingBlock)
      .filter(({ id }) => id === "promptnce:empirical")
      .map(({ dataset, model, rho }) => ({ dataset, model, rho })),
  };
}
