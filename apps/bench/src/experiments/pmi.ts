import type { Experiment, Results } from "../experiment.ts";
import { paperModels, paperPmi } from "../paper.ts";
import { score } from "../score.ts";
import type { Study } from "../study.ts";
import type { Value } from "../table.ts";
import { paperDataset, paperDatasetColumn, paperNotes, scoredColumn } from "./paper-columns.ts";

/** Figure 1 and the first block of the full results: estimated against true PMI. */
export const pmi: Experiment = {
  id: "pmi",
  title: "End-to-end PMI (Figure 1; full results, block 1)",
  cells: ({ methods, k }) => methods.map((method) => ({ method, k })),
  report: (results) => [
    {
      name: "pmi",
      title: pmi.title,
      simulated: results.simulated(results.studies, "model"),
      columns: [
        { id: "dataset", title: "Dataset" },
        { id: "k", title: "K" },
        { id: "method", title: "Method" },
        { id: "estimates", title: "In estimates.csv" },
        scoredColumn,
        { id: "rho", title: "ρ with PMI", digits: 2 },
        paperDatasetColumn,
        { id: "paper_claude", title: `Paper, ${paperModels.claude}`, digits: 2 },
        { id: "paper_gpt", title: `Paper, ${paperModels.gpt}`, digits: 2 },
      ],
      rows: results.studies.flatMap((study) =>
        results.config.methods.map((id) => row(results, study, id)),
      ),
      notes: [
        "Spearman's ρ between estimated and true PMI, ± bootstrap standard error.",
        "Direct-Split, MarginalNCE and PromptNCE share one grounded marginal; (empirical) takes P(y) as counted.",
        ...paperNotes(results.studies),
      ],
    },
  ],
};

function row(results: Results, study: Study, method: string): Value[] {
  const outcomes = results.outcomes(study, { method, k: results.config.k });
  const { rho, scored, pairs } = score(
    outcomes.map(({ trial, estimate }) => ({ truth: trial.pmi, estimate: estimate.pmi })),
    study.seed,
  );
  const { id, title } = study.method(method);
  const printed = paperPmi[study.dataset.task]?.[id];
  return [
    study.dataset.name,
    outcomes[0]?.trial.candidates.length,
    title,
    id,
    `${scored} of ${pairs}`,
    rho,
    paperDataset(study),
    printed?.claude,
    printed?.gpt,
  ];
}
