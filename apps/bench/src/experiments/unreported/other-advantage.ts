import { rankedColumn } from "@promptnce/core/correlation";
import { pairedDifference, rankCorrelation } from "@promptnce/core/resampling";
import { columns, type Value } from "@promptnce/report";
import { printedConditionalRank, printedSweep } from "../../paper/appendix.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { paperModels, type PrintedTable } from "../../paper/models.ts";
import type { Experiment } from "../../study/experiment.ts";
import { coverage, labelCount } from "../../study/in-contexts.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { resampledOnce } from "../parts/marked-statistics.ts";
import { pairsOf } from "../parts/method-lines.ts";
import { isEnough, type ScorePair, scoredText } from "../parts/scored-pairs.ts";

/**
 * Pairs of methods that differ only in OTHER, with the quantity to rank by and, by K, the paper's
 * tables of both.
 */
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

/**
 * The paper's central claim: the gain from adding the category OTHER to a candidate set as K
 * approaches L.
 */
export const otherAdvantage: Experiment = {
  id: "other-advantage",
  title: "What OTHER adds, by K/L",
  jobs: (setting) =>
    setting.studies.flatMap((study) => contrasts(study, setting).flatMap(({ jobs }) => jobs)),
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
        rows: results.studies.flatMap((study) =>
          contrasts(study, results).flatMap((of) => results.models.map(of.row)),
        ),
        notes: [
          `ρ of the open set less ρ of the closed set over the pairs that both scored, ± bootstrap standard error, with the 95 % percentile interval of the paired difference (B = ${replicates}, pairs resampled). Beside PMI both have the same base rate, so that OTHER alone is between them.`,
          "Each interval is of one row. If one row is resolved and another is not, this does not show that they differ.",
        ],
      },
    ],
  }),
};

/** The contrasts at the K of other tables, so this table needs no requests of its own. */
function contrasts(study: Study, { config }: Setting) {
  const { name, task } = study.dataset;
  const labels = labelCount(study.dataset);
  const sizes = [25, ...(task === "goemotions" ? [20, 15, 10, 5] : []), config.k];
  const distinct = [...new Map(sizes.map((k) => [Math.min(k, labels), k]))].toSorted(
    ([a], [b]) => a - b,
  );
  return measures.flatMap(({ term, title, methods, printed }) =>
    distinct.map(([k, size]) => {
      const jobs = methods.map((id) => study.job(id, { k: size }));
      const table = (printed as Readonly<Record<number, PrintedTable>>)[size]?.[task];
      const [open, closed] = methods.map((id) => table?.[id]?.claude?.value);
      const paper = open === undefined || closed === undefined ? undefined : open - closed;
      const row = (model: ModelResults): Value[] => {
        const [open = [], closed = []] = jobs.map((job) => pairsOf(job, term)(model));
        const cells = differenceCells(open, closed, `${study.seed}/other`);
        const covered = coverage(study.dataset, study.evaluation, k);
        return [name, model.label, title, k, covered, ...cells, paper];
      };
      return { jobs, row };
    }),
  );
}

/**
 * The number of pairs, the difference and its interval; the number alone if there are too few
 * pairs.
 */
function differenceCells(
  open: readonly ScorePair[],
  closed: readonly ScorePair[],
  seed: string,
): Value[] {
  const pairs = open.map(({ estimate, flagged, truth }, i) => {
    const closedPair = closed[i]!;
    const openEstimate =
      estimate === undefined || closedPair.estimate === undefined ? undefined : estimate;
    return {
      truth,
      estimate: openEstimate,
      other: closedPair.estimate,
      flagged: flagged || closedPair.flagged,
    };
  });
  const scored = pairs.filter((pair) => pair.estimate !== undefined);
  const text = scoredText(pairs);
  if (!isEnough(scored.length, pairs.length)) return [text, undefined, undefined, undefined];
  const ranked = (of: (pair: (typeof scored)[number]) => number) =>
    rankedColumn(Float64Array.from(scored, of));
  const truths = ranked(({ truth }) => truth);
  const columns = [ranked(({ estimate }) => estimate!), ranked(({ other }) => other!)];
  const statistics = columns.map((column) => rankCorrelation(column, truths));
  const [ofOpen, ofClosed] = resampledOnce(statistics, scored.length, { seed, replicates });
  const { difference: value, standardError, low, high } = pairedDifference(ofOpen!, ofClosed!);
  return [text, { value, standardError }, low, high];
}
