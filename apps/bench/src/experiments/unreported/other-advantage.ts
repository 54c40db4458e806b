import { compareMethods, completeRows } from "@promptnce/core";
import type { Value } from "@promptnce/report";
import { printedConditionalRank, printedSweep } from "../../paper/appendix.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { paperModels } from "../../paper/models.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";

/** Two methods that differ in OTHER alone, what they are ranked by, and where the paper prints both, by K. */
const measures = [
  {
    term: "conditional",
    title: "P(y|x): PromptNCE − InfoNCE",
    methods: ["promptnce:none", "infonce"],
    printed: new Map([
      [5, printedConditional],
      [25, printedConditionalRank],
    ]),
  },
  {
    term: "pmi",
    title: "PMI: PromptNCE − MarginalNCE",
    methods: ["promptnce", "marginalnce"],
    printed: new Map(Object.entries(printedSweep).map(([k, table]) => [Number(k), table])),
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
          { id: "dataset", title: "Dataset" },
          { id: "model", title: "Model" },
          { id: "measure", title: "ρ with" },
          { id: "k", title: "K" },
          { id: "coverage", title: "K/L", digits: 4 },
          { id: "scored", title: "Scored by both" },
          { id: "difference", title: "Difference", digits: 3 },
          { id: "low", title: "from", digits: 3 },
          { id: "high", title: "to", digits: 3 },
          { id: "paper", title: `Paper, ${paperModels.claude}`, digits: 2 },
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
      const [open, closed] = methods.map((id) => printed.get(wanted)?.[task]?.[id]?.claude?.value);
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
  if (actual.length < 30 || actual.length < 0.8 * truth.length) return [scored, undefined, undefined, undefined];
  const methods = both.map((column, i) => ({ name: String(i), estimates: column }));
  const {
    difference: value,
    standardError,
    low,
    high,
  } = compareMethods(actual, methods, { seed, replicates }).differences[0]!;
  return [scored, { value, standardError }, low, high];
}
