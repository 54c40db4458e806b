import { canonicalNumber, compareMethods, completeRows } from "@promptnce/core";
import type { Value } from "@promptnce/report";
import { printedConditionalRank, printedSweep } from "../../paper/appendix.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { paperModels, type PrintedTable } from "../../paper/models.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";

/** Two methods that differ in OTHER alone, and what they are ranked by. */
const measures = [
  { term: "conditional", title: "P(y|x): PromptNCE − InfoNCE", open: "promptnce:none", closed: "infonce" },
  { term: "pmi", title: "PMI: PromptNCE − MarginalNCE", open: "promptnce", closed: "marginalnce" },
] as const;

const replicates = 2000;

/** The paper's central claim: what the category OTHER adds to a candidate set, as K comes near L. */
export const otherAdvantage: Experiment = {
  id: "other-advantage",
  title: "What OTHER adds, by K/L",
  jobs: (setting) => contrasts(setting).flatMap(({ jobs }) => jobs),
  report: (results) => ({
    tables: [
      {
        name: otherAdvantage.id,
        title: otherAdvantage.title,
        simulated: results.simulated(results.studies.map(({ dataset }) => dataset)),
        columns: [
          { id: "dataset", title: "Dataset" },
          { id: "measure", title: "ρ with" },
          { id: "k", title: "K" },
          { id: "coverage", title: "K/L", digits: 4 },
          ...results.models.flatMap(({ suffix: { id, title: of } }) => [
            { id: `scored${id}`, title: `Scored by both${of}` },
            { id: `difference${id}`, title: `Difference${of}`, digits: 3 },
            { id: `low${id}`, title: `from${of}`, digits: 3 },
            { id: `high${id}`, title: `to${of}`, digits: 3 },
          ]),
          { id: "paper", title: `Paper, ${paperModels.claude}`, digits: 2 },
        ],
        rows: contrasts(results).map((contrast) => [
          contrast.study.dataset.name,
          contrast.title,
          contrast.k,
          contrast.k / contrast.study.dataset.labels.length,
          ...results.models.flatMap((model) => difference(contrast, model)),
          contrast.paper,
        ]),
        notes: [
          `ρ of the open set less ρ of the closed set over the pairs that both scored, ± bootstrap standard error, with the 95 % percentile interval of the paired difference (B = ${replicates}, pairs resampled). Beside PMI both have the same base rate, so that OTHER alone is between them.`,
          "Each interval is of one row. That one row is resolved and another is not does not say that they differ.",
        ],
      },
    ],
  }),
};

type Contrast = ReturnType<typeof contrastsOf>[number];

function contrasts(setting: Setting): Contrast[] {
  return setting.studies.flatMap((study) => contrastsOf(study, setting));
}

/** At the K that other tables ask for, so that nothing is asked for this one alone. */
function contrastsOf(study: Study, { config }: Setting) {
  const { labels, task } = study.dataset;
  const sizes = [25, ...(task === "goemotions" ? [20, 15, 10, 5] : []), config.k];
  const distinct = [...new Map(sizes.map((k) => [Math.min(k, labels.length), k])).values()].toSorted((a, b) => a - b);
  return measures.flatMap(({ term, title, open, closed }) =>
    distinct.map((wanted) => {
      const jobs = [open, closed].map((id) => study.job(id, { k: wanted }));
      const k = Math.min(wanted, labels.length);
      return { study, term, title, k, jobs, paper: printed(task, wanted, { term, open, closed }) };
    }),
  );
}

function printed(
  task: string,
  k: number,
  { term, open, closed }: Pick<(typeof measures)[number], "term" | "open" | "closed">,
) {
  const conditional: Readonly<Record<number, PrintedTable>> = { 5: printedConditional, 25: printedConditionalRank };
  const table = (term === "pmi" ? printedSweep : conditional)[k]?.[task];
  const [first, second] = [table?.[open]?.claude, table?.[closed]?.claude];
  return first && second && first.value - second.value;
}

/** Of how many pairs, the difference, and its interval; no more than the count of too few. */
function difference({ study, term, jobs }: Contrast, model: ModelResults): Value[] {
  const outcomes = jobs.map((job) => model.outcomes(job));
  const truth = jobs[0]!.trials.map((trial) => trial[term]);
  const estimates = outcomes.map((all) => all.map(({ estimate }) => estimate[term]));
  const { columns } = completeRows([truth, ...estimates]);
  const [actual, first, second] = columns as [Float64Array, Float64Array, Float64Array];
  const scored = `${actual.length} of ${truth.length}`;
  if (actual.length < 30 || actual.length < 0.8 * truth.length) return [scored, undefined, undefined, undefined];
  // Where K is L the two sets differ by rounding alone, which must not rank them apart.
  const methods = [first, second].map((column, i) => ({ name: String(i), estimates: canonicalNumber([...column]) }));
  const { differences } = compareMethods(canonicalNumber([...actual]), methods, {
    seed: `${study.seed}/other`,
    replicates,
  });
  const { difference: value, standardError, low, high } = differences[0]!;
  return [scored, { value, standardError }, low, high];
}
