import type { Experiment, Results } from "../experiment.ts";
import { paperConditional, paperModels } from "../paper.ts";
import { score } from "../score.ts";
import type { Study } from "../study.ts";
import type { Value } from "../table.ts";
import { paperDataset, paperDatasetColumn, paperNotes, scoredColumn } from "./paper-columns.ts";

const methods = ["promptnce:none", "infonce", "direct-split:none"];
const titles = ["PromptNCE", "InfoNCE", "Direct-Split"];

/** Table 2: the conditional alone against P(y|x), with no marginal in it. */
export const conditional: Experiment = {
  id: "conditional",
  title: "Conditional estimation (Table 2)",
  cells: ({ k }) => methods.map((method) => ({ method, k })),
  report: (results) => [
    {
      name: "conditional",
      title: conditional.title,
      simulated: results.simulated(results.studies, "model"),
      columns: [
        { id: "dataset", title: "Dataset" },
        { id: "k", title: "K" },
        { id: "method", title: "Method" },
        { id: "estimates", title: "In estimates.csv" },
        scoredColumn,
        { id: "rho", title: "ρ with P(y|x)", digits: 2 },
        paperDatasetColumn,
        { id: "paper_claude", title: `Paper, ${paperModels.claude}`, digits: 2 },
      ],
      rows: results.studies.flatMap((study) =>
        methods.map((id, i) => row(results, study, id, titles[i])),
      ),
      notes: [
        "Spearman's ρ between the estimated and the true P(y|x), ± bootstrap standard error.",
        "The paper's GEM columns need token log-probabilities and are not part of this run.",
        ...paperNotes(results.studies),
      ],
    },
  ],
};

function row(results: Results, study: Study, method: string, title: string | undefined): Value[] {
  const outcomes = results.outcomes(study, { method, k: results.config.k });
  const { rho, scored, pairs } = score(
    outcomes.map(({ trial, estimate }) => ({
      truth: trial.conditional,
      estimate: estimate.conditional,
    })),
    study.seed,
  );
  const k = outcomes[0]?.trial.candidates.length;
  const paper = paperConditional[study.dataset.task]?.[method];
  return [
    study.dataset.name,
    k,
    title,
    method,
    `${scored} of ${pairs}`,
    rho,
    paperDataset(study),
    paper,
  ];
}
