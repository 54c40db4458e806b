import { countText } from "@promptnce/core/errors";
import { placesWhere } from "@promptnce/core/frame";
import { RESAMPLING, rhoDifference, type ScoredTerm } from "@promptnce/core/scorecard";
import { columns, type Value } from "@promptnce/report";
import { printedConditionalRank, printedSweep } from "../../paper/appendix.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { paperModels, type PrintedTable } from "../../paper/models.ts";
import type { Experiment } from "../../scoring/experiment.ts";
import { coverage, labelCount } from "../../study/in-contexts.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import type { MethodColumn } from "../../study/study-frame.ts";
import { isEnough } from "../../scoring/score-block.ts";
import { scoredText } from "../../scoring/scored-text.ts";

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
          `ρ of the open set less ρ of the closed set over the pairs that both scored, ± bootstrap standard error, with the 95 % interval of the paired difference by Student's t (B = ${countText(RESAMPLING.replicates)}). Pairs are resampled, or whole contexts or x where these repeat. Beside PMI both have the same base rate, so that OTHER alone is between them.`,
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
        const cells = differenceCells(
          study,
          jobs.map((job) => model.column(job)),
          term,
        );
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
  { scored }: Study,
  methods: readonly MethodColumn[],
  term: ScoredTerm,
): Value[] {
  const { frame } = scored(term);
  const places = placesWhere(frame, (i) => methods.every((one) => !Number.isNaN(one[term][i])));
  const flagged = places.filter((i) => methods.some(({ doubtful }) => doubtful?.[i]));
  const counts = { scored: places.length, pairs: frame.pairs, flagged: flagged.length };
  const text = scoredText(counts);
  if (!isEnough(counts.scored, counts.pairs)) return [text, undefined, undefined, undefined];
  const compared = { ...frame, columns: methods };
  const { difference, standardError, low, high } = rhoDifference(compared, [0, 1], {
    ...RESAMPLING,
    term,
  })!;
  return [text, { value: difference, standardError }, low, high];
}
