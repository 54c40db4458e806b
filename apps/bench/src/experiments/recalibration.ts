import { fitRecalibration, recalibrate } from "@promptnce/core";
import type { RecalibratedTerm } from "@promptnce/core";
import type { Experiment, Setting } from "../study/experiment.ts";
import { printedRecalibration } from "../paper/appendix.ts";
import { rankTable } from "./parts/rank-table.ts";
import type { Line } from "./parts/rank-table.ts";
import type { ModelResults } from "../study/results.ts";
import type { ScorePair } from "./parts/score-block.ts";
import type { Study } from "../study/study.ts";

const k = 25;
/** The paper's uncalibrated rows are those of its zero-shot block. */
const methods = [
  { key: "direct-split", id: "direct-split:ungrounded", oracle: "direct-split:empirical" },
  { key: "promptnce", id: "promptnce", oracle: "promptnce:empirical" },
] as const;
const terms = [
  { key: "conditional", title: "isotonic, conditional" },
  { key: "both", title: "isotonic, both" },
] as const;

/** Appendix: isotonic regression fitted on the development pairs, scored on the evaluation pairs. */
export const recalibration: Experiment = {
  id: "recalibration",
  title: "Post-hoc recalibration, K = 25 (appendix)",
  missing: ({ config: { dev } }) =>
    dev < 3 ? `it is fitted on development pairs, of which the run has ${dev}` : undefined,
  jobs: ({ studies }: Setting) =>
    studies.flatMap((study) =>
      methods.flatMap(({ id, oracle }) => [
        study.job(id, { k }),
        study.job(id, { k, list: "development" }),
        study.job(oracle, { k }),
      ]),
    ),
  report: (results) => ({
    tables: [
      rankTable({
        name: "recalibration",
        title: recalibration.title,
        results,
        blocks: results.studies.flatMap((study) =>
          methods.map((method) => ({ study, measure: "PMI", lines: linesOf(study, method) })),
        ),
        notes: [
          "Isotonic maps from elicited to true probabilities, fitted on the development pairs and applied to the evaluation pairs. A diagnostic: it needs ground truth.",
          "(empirical) takes P(y) as counted, the conditional as elicited: a ceiling, not a competitor.",
        ],
      }),
    ],
  }),
};

function linesOf(study: Study, { key, id, oracle }: (typeof methods)[number]): Line[] {
  const printed = printedRecalibration[study.dataset.task];
  const line = (method: string, row: string, pairs: Line["pairs"], note = ""): Line => {
    const job = study.job(method, { k });
    return {
      title: note ? `${job.method.title}, ${note}` : job.method.title,
      method: job.method.id,
      k: job.trials[0]?.candidates.length ?? k,
      pairs,
      printed: printed?.[`${key} ${row}`],
    };
  };
  const plain =
    (method: string) =>
    (model: ModelResults): ScorePair[] =>
      model
        .outcomes(study.job(method, { k }))
        .map(({ trial, estimate }) => ({ truth: trial.pmi, estimate: estimate.pmi }));
  return [
    line(id, "none", plain(id), "uncalibrated"),
    ...terms.map((term) => line(id, term.key, (model) => recalibrated(model, study, id, term.key), term.title)),
    { ...line(oracle, "empirical", plain(oracle)), ceiling: true },
  ];
}

function recalibrated(model: ModelResults, study: Study, id: string, term: RecalibratedTerm): ScorePair[] {
  const development = model
    .outcomes(study.job(id, { k, list: "development" }))
    .map(({ trial, estimate }) => ({ truth: trial, estimate }));
  const outcomes = model.outcomes(study.job(id, { k }));
  const needed = term === "both" ? (["conditional", "marginal"] as const) : ([term] as const);
  const fittable = needed.every((name) => development.some(({ estimate }) => estimate[name] !== undefined));
  if (!fittable) return outcomes.map(({ trial }) => ({ truth: trial.pmi, estimate: undefined }));
  const fit = fitRecalibration(development, term);
  return outcomes.map(({ trial, estimate }) => ({
    truth: trial.pmi,
    estimate: recalibrate(fit, estimate).pmi,
  }));
}
