import { raterCurve, type RaterCurve, worthInRaters } from "@promptnce/core/comparison";
import { percentileInterval, standardError } from "@promptnce/core/resampling";
import { columns, type SweepFigure, type Table, type Value } from "@promptnce/report";
import { printedPmi } from "../../paper/full-results.ts";
import { paperModels } from "../../paper/models.ts";
import { withBaselines } from "../../study/job.ts";
import type { Experiment } from "../../scoring/experiment.ts";
import type { Results } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { isEnough } from "../../scoring/score-block.ts";
import { scoredTextOf } from "../../scoring/scored-text.ts";
import { asksInWords } from "../../study/config.ts";

/**
 * The minimum number of raters for a pair. GoEmotions has three to five, and half of those rank
 * worse than the base rate alone.
 */
const FEWEST = 10;

/** Random splits of the raters behind a curve. */
export const splits = 200;

/**
 * The number of people who together predict the others' PMI as well as a method does, for data with
 * counted people.
 */
export const annotators: Experiment = {
  id: "annotators",
  title: "Worth how many annotators",
  missing: (setting) =>
    ratedStudies(setting).length === 0
      ? `it splits the raters of each pair, and no dataset of this run has ${FEWEST} raters a pair`
      : undefined,
  jobs: (setting) => ratedStudies(setting).flatMap((study) => jobsOf(study, setting)),
  report(results) {
    const lines = ratedStudies(results).flatMap((study) => linesOf(study, results));
    const methodLines = lines.filter(({ id }) => results.config.methods.includes(id));
    const simulated = results.simulated(lines.map(({ study: { dataset } }) => dataset));
    const tables = [worthTable(lines, simulated, results.config), curveTable(lines)];
    return { tables, figures: [figure(methodLines, simulated)] };
  },
};

function ratedStudies({ studies }: Setting): Study[] {
  return studies.filter(
    ({ evaluation }) => evaluation.filter(({ raters = 0 }) => raters >= FEWEST).length >= 30,
  );
}

function jobsOf(study: Study, { config: { methods, k } }: Setting) {
  return withBaselines(methods.map((id) => study.job(id, { k })));
}

type MethodLine = ReturnType<typeof linesOf>[number];

/**
 * The curve of each method and model over the pairs that it scored, with the raters' own curve over
 * all pairs.
 */
function linesOf(study: Study, results: Results) {
  const raterCurve = curveOf(study, (pair) => ({ estimate: -Math.log(pair.marginal) })).curve!;
  return jobsOf(study, results).flatMap((job) =>
    results.models.map((model) => {
      const pairs = new Map(
        model.outcomes(job).map(({ trial, estimate, doubtful }) => {
          return [trial.id, { estimate: estimate.pmi, flagged: doubtful }] as const;
        }),
      );
      const { id, title: method } = job.method;
      return {
        study,
        id,
        method,
        model: model.label,
        own: raterCurve,
        ...curveOf(study, (pair) => pairs.get(pair.id)),
      };
    }),
  );
}

/** The curve over the scored pairs; none below 30 pairs or 80 % of the pairs with enough raters. */
function curveOf(
  { evaluation, seed }: Study,
  scoreOf: (
    pair: Study["evaluation"][number],
  ) =>
    | { readonly estimate: number | undefined; readonly flagged?: boolean | undefined }
    | undefined,
) {
  const rated = evaluation.flatMap((pair) => {
    const { responses: count = 0, raters = 0, marginal } = pair;
    return raters >= FEWEST
      ? [{ count, raters, marginal, estimate: undefined, ...scoreOf(pair) }]
      : [];
  });
  const kept = rated.filter(({ estimate }) => estimate !== undefined);
  const half = Math.min(...kept.map(({ raters }) => raters)) / 2;
  const sizes = [1, 2, 3, 5, 10, 20, 50].filter((size) => size <= half);
  const estimates = kept.map(({ estimate }) => estimate!);
  const curve = isEnough(kept.length, rated.length)
    ? raterCurve(kept, estimates, { sizes, seed, replicates: splits })
    : undefined;
  return { scored: scoredTextOf(rated), curve };
}

function worthTable(
  lines: readonly MethodLine[],
  simulated: string | undefined,
  { mode }: Results["config"],
): Table {
  return {
    name: annotators.id,
    title: annotators.title,
    simulated,
    columns: [
      ...columns({
        dataset: "Dataset",
        model: "Model",
        row: "Method",
        method: "In estimates.csv",
        scored: "Scored",
      }),
      ...columns({ rho: "ρ with PMI" }, 3),
      ...columns({ worth: "Worth, raters", low: "from", high: "to" }, 1),
      ...columns({ paper_worth: `Paper's ρ worth, ${paperModels.claude}` }, 1),
    ],
    rows: lines.map(({ study: { dataset }, id, method, model, scored, curve, own }) => {
      const printed = asksInWords(mode) ? printedPmi[dataset.task]?.[id]?.claude?.value : undefined;
      const flat = own.raters.map(({ replicates }) => ({
        value: printed ?? Number.NaN,
        replicates,
      }));
      const [paper] = printed === undefined ? [] : worthCells({ ...own, estimates: flat });
      const worth = curve ? worthCells(curve) : [undefined, undefined, undefined];
      return [dataset.name, model, method, id, scored, curve?.estimates[0]?.value, ...worth, paper];
    }),
    notes: [
      `Some raters of each pair are drawn at random, and their PMI is correlated with that of the others. A method is worth n raters if it ranks as well as n of them (linear between those in the table of the curve, at most half of a pair's raters), with the 95 % percentile interval over ${splits} splits that resample the pairs as well.`,
      "The raters are given the counted P(y), so this is the worth of their conditional: 0 is the base rate alone. A method without that P(y) can be worth less than 0 raters.",
      `Datasets with fewer than ${FEWEST} raters per pair, such as GoEmotions, are left out: half of so few raters say little more than noise.`,
    ],
  };
}

function worthCells(curve: RaterCurve): Value[] {
  const { raters, low, high, beyond } = worthInRaters(curve);
  return [beyond ? `over ${raters}` : raters, low, high];
}

/** The raters' own curve up to the noise ceiling. */
function curveTable(lines: readonly MethodLine[]): Table {
  const ratersCurves = new Map(lines.map((line) => [line.study.dataset.name, line.own]));
  return {
    name: `${annotators.id}-curve`,
    title: "How well so many raters predict the PMI of the others",
    simulated: undefined,
    columns: [
      ...columns({ dataset: "Dataset", raters: "Raters" }),
      ...columns({ rho: "ρ with PMI of the others", low: "from", high: "to" }, 3),
    ],
    rows: Array.from(ratersCurves).flatMap(([dataset, { sizes, raters }]) =>
      sizes.map((size, s) => {
        const { low, high } = percentileInterval(raters[s]!.replicates);
        return [
          dataset,
          Number.isFinite(size) ? String(size) : "half",
          raters[s]!.value,
          low,
          high,
        ];
      }),
    ),
    notes: [
      "People's counts, without a model. Half against half is the noise ceiling of a ρ with their PMI.",
    ],
  };
}

function figure(lines: readonly MethodLine[], simulated: string | undefined): SweepFigure {
  const panels = Map.groupBy(lines, ({ study, model }) => `${study.dataset.name} ${model}`);
  const series = [...panels.values()].flatMap((panel) => [
    { ...panel[0]!, method: "raters", sizes: panel[0]!.own.sizes, scores: panel[0]!.own.raters },
    ...panel.flatMap((line) =>
      line.curve ? [{ ...line, sizes: line.curve.sizes, scores: line.curve.estimates }] : [],
    ),
  ]);
  return {
    kind: "sweep",
    name: annotators.id,
    title: "Methods and so many raters: ρ with the PMI of the other raters",
    simulated,
    across: "raters",
    points: series.flatMap(({ study, model, method, sizes, scores }) =>
      scores.slice(0, -1).map(({ value: rho, replicates }, s) => {
        const at = { dataset: study.dataset.name, model, method, k: sizes[s]! };
        return { ...at, rho, standardError: standardError(replicates) };
      }),
    ),
    other: [],
  };
}
