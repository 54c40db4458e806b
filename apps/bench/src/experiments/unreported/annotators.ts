import {
  percentileInterval,
  type RatedPair,
  raterCurve,
  type RaterCurve,
  standardError,
  worthInRaters,
} from "@promptnce/core";
import type { SweepFigure, Table, Value } from "@promptnce/report";
import { printedPmi } from "../../paper/full-results.ts";
import { paperModels } from "../../paper/models.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Setting, Study, StudyTrial } from "../../study/study.ts";

/** Of a pair. On GoEmotions, with three to five, half of them rank worse than the base rate alone. */
const FEWEST = 10;

/** How many people predict the others' PMI as well as a method does, where people were counted. */
export const annotators: Experiment = {
  id: "annotators",
  title: "Worth how many annotators",
  missing: (setting) =>
    ratedStudies(setting).length === 0
      ? `it splits the raters of a pair, and no dataset of the run has ${FEWEST} of them; a synthetic world has none`
      : undefined,
  jobs: (setting) => ratedStudies(setting).flatMap((study) => jobsOf(study, setting)),
  report(results) {
    const studies = ratedStudies(results);
    const simulated = results.simulated(studies.map(({ dataset }) => dataset));
    const blocks = studies.map((study) => blockOf(study, results));
    return {
      tables: [worthTable(blocks, results, simulated), curveTable(blocks)],
      figures: [figure(blocks, simulated)],
    };
  },
};

function ratedStudies({ studies }: Setting): Study[] {
  return studies.filter(({ evaluation }) => evaluation.filter(isRated).length >= 30);
}

function isRated({ raters = 0 }: Pick<StudyTrial, "raters">): boolean {
  return raters >= FEWEST;
}

function jobsOf(study: Study, { config: { methods, k } }: Setting) {
  return methods.map((id) => study.job(id, { k }));
}

type Block = ReturnType<typeof blockOf>;

/** The raters' own curve, over all pairs, and those of each method and model, over the pairs that it scored. */
function blockOf(study: Study, results: Results) {
  const rarity = study.evaluation.map((pair) => ({ pair, estimate: -Math.log(pair.marginal) }));
  const lines = jobsOf(study, results).map((job) => ({
    method: job.method,
    cells: results.models.map((model) => {
      const outcomes = model.outcomes(job).map(({ trial: pair, estimate }) => ({ pair, estimate: estimate.pmi }));
      return { model, ...curveOf(study, outcomes) };
    }),
  }));
  return { study, lines, own: curveOf(study, rarity).curve! };
}

interface Scored {
  readonly pair: Pick<StudyTrial, "conditional" | "marginal" | "raters">;
  readonly estimate: number | undefined;
}

/** No curve of less than 30 pairs, or of less than 80 % of those with raters enough. */
function curveOf({ seed }: Study, all: readonly Scored[]): { readonly scored: string; readonly curve?: RaterCurve } {
  const rated = all.filter(({ pair }) => isRated(pair));
  const kept = rated.flatMap(({ pair, estimate }) => (estimate === undefined ? [] : [{ pair, estimate }]));
  const scored = `${kept.length} of ${rated.length}`;
  if (kept.length < 30 || kept.length < 0.8 * rated.length) return { scored };
  const pairs = kept.map(({ pair: { conditional, marginal, raters = 0 } }): RatedPair => {
    return { count: Math.round(conditional * raters), raters, marginal };
  });
  const half = Math.min(...pairs.map(({ raters }) => raters)) / 2;
  const sizes = [1, 2, 3, 5, 10, 20, 50].filter((size) => size <= half);
  const estimates = kept.map(({ estimate }) => estimate);
  return { scored, curve: raterCurve(pairs, estimates, { sizes, seed }) };
}

function worthTable(blocks: readonly Block[], { models }: Results, simulated: string | undefined): Table {
  return {
    name: annotators.id,
    title: annotators.title,
    simulated,
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "row", title: "Method" },
      { id: "method", title: "In estimates.csv" },
      ...models.flatMap(({ suffix: { id, title: of } }) => [
        { id: `scored${id}`, title: `Scored${of}` },
        { id: `rho${id}`, title: `ρ with PMI${of}`, digits: 3 },
        { id: `worth${id}`, title: `Worth, raters${of}`, digits: 1 },
        { id: `low${id}`, title: `from${of}`, digits: 1 },
        { id: `high${id}`, title: `to${of}`, digits: 1 },
      ]),
      { id: "paper_worth", title: `Paper's ρ worth, ${paperModels.claude}`, digits: 1 },
    ],
    rows: blocks.flatMap(({ study: { dataset }, lines, own }) =>
      lines.map(({ method, cells }) => {
        const printed = printedPmi[dataset.task]?.[method.id]?.claude?.value;
        const flat = own.raters.map(({ replicates }) => ({ value: printed ?? Number.NaN, replicates }));
        const worth = cells.flatMap(({ scored, curve }) => [
          scored,
          ...(curve ? [curve.estimates[0]!.value, ...worthCells(curve)] : [undefined, undefined, undefined, undefined]),
        ]);
        return [dataset.name, method.title, method.id, ...worth, printed && worthCells({ ...own, estimates: flat })[0]];
      }),
    ),
    notes: [
      "Of the pairs' raters some at random are taken, and their PMI ranked by that of the others: worth n raters is what ranks as well as n of them (linear between those in the table of the curve, at most half of a pair's raters), with the 95 % percentile interval over 200 splits that resample the pairs as well.",
      "The raters are given the counted P(y), so what they are worth is their conditional; 0 is the base rate alone. A method without that P(y) can be worth less than nobody.",
      `Datasets with fewer than ${FEWEST} raters a pair, as GoEmotions, are left out: there is no telling half of them from noise.`,
    ],
  };
}

function worthCells(curve: RaterCurve): Value[] {
  const { raters, low, high, beyond } = worthInRaters(curve);
  return [beyond ? `over ${raters}` : raters, low, high];
}

/** The raters' own curve to the noise ceiling. */
function curveTable(blocks: readonly Block[]): Table {
  return {
    name: `${annotators.id}-curve`,
    title: "How well so many raters predict the PMI of the others",
    simulated: undefined,
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "raters", title: "Raters" },
      { id: "rho", title: "ρ with PMI of the others", digits: 3 },
      { id: "low", title: "from", digits: 3 },
      { id: "high", title: "to", digits: 3 },
    ],
    rows: blocks.flatMap(({ study, own }) =>
      own.sizes.map((size, s) => {
        const { value, replicates } = own.raters[s]!;
        const { low, high } = percentileInterval(replicates);
        return [study.dataset.name, Number.isFinite(size) ? String(size) : "half", value, low, high];
      }),
    ),
    notes: ["Counts of people, no model. Half against half is the noise ceiling of a ρ with their PMI."],
  };
}

function figure(blocks: readonly Block[], simulated: string | undefined): SweepFigure {
  const series = blocks.flatMap(({ study, lines, own }) => {
    const of = (model: ModelResults) => ({ dataset: study.dataset.name, model: model.label });
    const models = lines[0]?.cells.map(({ model }) => model) ?? [];
    return [
      ...models.map((model) => ({ ...of(model), method: "raters", sizes: own.sizes, scores: own.raters })),
      ...lines.flatMap(({ method, cells }) =>
        cells.flatMap(({ model, curve }) =>
          curve ? [{ ...of(model), method: method.title, sizes: curve.sizes, scores: curve.estimates }] : [],
        ),
      ),
    ];
  });
  return {
    kind: "sweep",
    name: annotators.id,
    title: "Methods and so many raters: ρ with the PMI of the other raters",
    simulated,
    across: "raters",
    points: series.flatMap(({ sizes, scores, ...at }) =>
      scores.slice(0, -1).map(({ value: rho, replicates }, s) => {
        return { ...at, k: sizes[s]!, rho, standardError: standardError(replicates) };
      }),
    ),
    other: [],
  };
}
