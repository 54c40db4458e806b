import { fitRecalibration, recalibrate, type RecalibratedTerm } from "@promptnce/core/calibration";
import { printedRecalibration } from "../paper/appendix.ts";
import type { Experiment } from "../scoring/experiment.ts";
import type { ModelResults } from "../study/results.ts";
import type { Study } from "../study/study.ts";
import type { MethodColumn } from "../study/study-frame.ts";
import { beside, lineOf, pmiBlock } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import type { MethodLine } from "../scoring/blocks.ts";

const k = 25;
/** The paper's uncalibrated rows come from its zero-shot block. */
const methods = { "direct-split": "direct-split:ungrounded", promptnce: "promptnce" };

/**
 * Appendix: isotonic regression fitted on the development pairs, scored on the evaluation pairs.
 */
export const recalibration: Experiment = rankExperiment({
  id: "recalibration",
  title: "Post-hoc recalibration, K = 25 (appendix)",
  missing: ({ config: { dev } }) =>
    dev < 3 ? `it is fitted on development pairs, of which the run has ${dev}` : undefined,
  blocks: (study) =>
    Object.entries(methods).map(([key, id]) => pmiBlock(study, linesOf(study, key, id))),
  notes: (results) => [
    "Isotonic maps from elicited to true probabilities, fitted on the development pairs and applied to the evaluation pairs. A diagnostic: it needs ground truth.",
    "The paper's text names the marginal alone, but its table has no row for it. So it is not marked here.",
    "(empirical) takes P(y) as counted, the conditional as elicited: a ceiling, not a competitor.",
    ...wholeSetNotes(results),
  ],
});

function linesOf(study: Study, key: string, id: string): MethodLine[] {
  const printed = (row: string) => printedRecalibration[study.dataset.task]?.[`${key} ${row}`];
  const job = study.job(id, { k });
  const counted = study.job(`${key}:empirical`, { k });
  const { title } = job.method;
  return [
    {
      ...lineOf(job, "pmi"),
      title: `${title}, uncalibrated`,
      printed: printed("none"),
    },
    ...(["conditional", "marginal", "both"] as const).map((term) => {
      const line = {
        ...recalibrated(study, id, term),
        title: `${title}, isotonic, ${term}`,
        printed: printed(term),
      };
      return term === "marginal" ? beside(line) : line;
    }),
    {
      ...lineOf(counted, "pmi"),
      printed: printed("empirical"),
      ceiling: true,
    },
  ];
}

function recalibrated(study: Study, id: string, term: RecalibratedTerm): MethodLine {
  const [job, fitted] = [study.job(id, { k }), study.job(id, { k, list: "development" })];
  const needed = term === "both" ? (["conditional", "marginal"] as const) : ([term] as const);
  const column = (model: ModelResults): MethodColumn => {
    const development = model
      .outcomes(fitted)
      .map(({ trial, estimate }) => ({ truth: trial, estimate }));
    const fittable = needed.every((name) =>
      development.some(({ estimate }) => estimate[name] !== undefined),
    );
    const fit = fittable ? fitRecalibration(development, term) : undefined;
    const estimates = model.outcomes(job).map(({ estimate }) => {
      return (fit && recalibrate(fit, estimate).pmi) ?? Number.NaN;
    });
    return { ...model.column(job), pmi: Float64Array.from(estimates) };
  };
  return { ...lineOf(job, "pmi"), column, jobs: [job, fitted] };
}
