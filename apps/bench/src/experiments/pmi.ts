import type { BarsFigure } from "../figure.ts";
import type { Experiment } from "../experiment.ts";
import { printedPmi } from "../paper/full-results.ts";
import { methodLines, rankTable } from "../rank-table.ts";
import type { Results } from "../results.ts";
import { scoreBlock } from "../score-block.ts";
import { scatterFigure } from "./scatter.ts";

const oracle = "promptnce:empirical";

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
          measure: "ρ with PMI",
          results,
          blocks: results.studies.flatMap((study) => {
            const lines = methodLines(study, { methods, k, term: "pmi", printed: printedPmi });
            // What takes P(y) as counted is a ceiling, not a competitor.
            const ceiling = lines.filter(({ method }) => method.endsWith(":empirical"));
            const estimated = lines.filter((line) => !ceiling.includes(line));
            return [estimated, ceiling]
              .filter((block) => block.length > 0)
              .map((block) => ({ study, lines: block }));
          }),
          notes: [
            "Spearman's ρ between estimated and true PMI, ± bootstrap standard error.",
            "Direct-Split, MarginalNCE and PromptNCE share one grounded marginal; (empirical) takes P(y) as counted.",
          ],
        }),
      ],
      figures: [barsFigure(results), scatterFigure(results, { term: "pmi", methods, k })],
    };
  },
};

/** Figure 1 of the paper. */
function barsFigure(results: Results): BarsFigure {
  const { methods, k } = results.config;
  const shown = methods.filter((id) => !id.endsWith(":empirical"));
  const panels = results.studies.flatMap((study) =>
    results.models.map((model) => {
      const all = [...shown, ...(methods.includes(oracle) ? [oracle] : [])];
      const jobs = all.map((id) => study.job(id, { k }));
      const columns = jobs.map((job) =>
        model
          .outcomes(job)
          .map(({ trial, estimate }) => ({ truth: trial.pmi, estimate: estimate.pmi })),
      );
      const scores = scoreBlock(columns, { seed: study.seed });
      const common = { dataset: study.dataset.name, model: model.model };
      return jobs.map(({ method }, i) => {
        const rho = scores[i]?.rho.value ?? Number.NaN;
        const standardError = scores[i]?.rho.standardError ?? Number.NaN;
        return { ...common, id: method.id, method: method.title, rho, standardError };
      });
    }),
  );
  const bars = panels.flat();
  return {
    kind: "bars",
    name: "pmi-bars",
    title: "Spearman's ρ between estimated and true PMI (Figure 1)",
    simulated: results.simulated(
      results.studies.map(({ dataset }) => dataset),
      "model",
    ),
    bars: bars.filter(({ id }) => id !== oracle).map(({ id: _, ...bar }) => bar),
    oracles: bars
      .filter(({ id }) => id === oracle)
      .map(({ dataset, model, rho }) => ({ dataset, model, rho })),
  };
}
