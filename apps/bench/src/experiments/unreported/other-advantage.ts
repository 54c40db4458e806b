import { completeRows, pairedDifference, resampledSpearman } from "@promptnce/core";
import { columns, type Value } from "@promptnce/report";
import { printedConditionalRank, printedSweep } from "../../paper/appendix.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { paperModels, type PrintedTable } from "../../paper/models.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { resampledOnce } from "../parts/marked-statistics.ts";
import { isEnough } from "../parts/scored-pairs.ts";

/** Two methods that differ in OTHER alone, what they are ranked by, and where the paper prints both, by K. */
const measures = [
  {
    term: "conditional",
    title: "P(y|x): PromptNCE − InfoNCE",
    methods: ["promptnce:none", "infonce"],
    printed: { 5: printedConditional, 25: printedConditionalRank },
  },
  {
    term: "pmi",
    title: "PMI: PromptNCE − MarginalNCE",
    methods: ["promptnce", "marginalnce"],
    printed: printedSweep,
  },
] as const;

/** Resamples behind a difference. */
export const replicates = 2000;

/** The paper's central claim: what the category OTHER adds to a candidate set, as K comes near L. */
export const otherAdvantage: Experiment = {
  id: "other-advantage",
  title: "What OTHER adds, by K/L",
  jobs: (setting) => setting.studies.flatMap((study) => contrasts(study, setting).flatMap(({ jobs }) => jobs)),
  report: (results) => ({
    tables: [
      {
        name: otherAdvantage.id,
        title: otherAdvantage.title,
        simulated: results.simulated(results.studies.map(({ dataset }) => dataset)),
        columns: [
          ...columns({ dataset: "Dataset", model: "Model", measure: "ρ with", k: "K" }),
          ...columns({ coverage: "K/L" }, 4),
          ...columns({ scored: "Scored by both" }),
          ...columns({ difference: "Difference", low: "from", high: "to" }, 3),
          ...columns({ paper: `Paper, ${paperModels.claude}` }, 2),
        ],
        rows: results.studies.flatMap((study) => contrasts(study, results).flatMap((of) => results.models.map(of.row))),
        notes: [
          `ρ of the open set less ρ of the closed set over the pairs that both scored, ± bootstrap standard error, with the 95 % percentile interval of the paired difference (B = ${replicates}, pairs resampled). Beside PMI both have the same base rate, so that OTHER alone is between them.`,
          "Each interval is of one row. That one row is resolved and another is not does not say that they differ.",
        ],
      },
    ],
  }),
};

/** At the K that other tables ask for, so that nothing is asked for this one alone. */
function contrasts(study: Study, { config }: Setting) {
  const { name, labels, task } = study.dataset;
  const sizes = [25, ...(task === "goemotions" ? [20, 15, 10, 5] : []), config.k];
  const distinct = [...new Map(sizes.map((k) => [Math.min(k, labels.length), k]))].toSorted(([a], [b]) => a - b);
  return measures.flatMap(({ term, title, methods, printed }) =>
    distinct.map(([k, wanted]) => {
      const jobs = methods.map((id) => study.job(id, { k: wanted }));
      const truth = jobs[0]!.trials.map((trial) => trial[term]);
      const table = (printed as Readonly<Record<number, PrintedTable>>)[wanted]?.[task];
      const [open, closed] = methods.map((id) => table?.[id]?.claude?.value);
      const paper = open === undefined || closed === undefined ? undefined : open - closed;
      const row = (model: ModelResults): Value[] => {
        const estimates = jobs.map((job) => model.outcomes(job).map(({ estimate }) => estimate[term]));
        const cells = differenceCells(truth, estimates, `${study.seed}/other`);
        return [name, model.label, title, k, k / labels.length, ...cells, paper];
      };
      return { jobs, row };
    }),
  );
}

/** Of how many pairs, the difference, and its interval; no more than how many where they are too few. */
function differenceCells(truth: number[], estimates: readonly (number | undefined)[][], seed: string): Value[] {
  const [actual = new Float64Array(), ...both] = completeRows([truth, ...estimates]).columns;
  const scored = `${actual.length} of ${truth.length}`;
  if (!isEnough(actual.length, truth.length)) return [scored, undefined, undefined, undefined];
  const statistics = both.map((column) => resampledSpearman(column, actual));
  const [open, closed] = resampledOnce(statistics, actual.length, { seed, replicates });
  const { difference: value, standardError, low, high } = pairedDifference(open!, closed!);
  return [scored, { value, standardError }, low, high];
}
