import { type Stability, stability as stabilityOf } from "@promptnce/core/comparison";
import { spearman } from "@promptnce/core/correlation";
import { meanWithSem, standardError } from "@promptnce/core/resampling";
import type { StabilityFigure, Table } from "@promptnce/report";
import { printedStability } from "../paper/appendix.ts";
import { paperModels } from "../paper/models.ts";
import type { Experiment } from "../scoring/experiment.ts";
import type { Job } from "../study/job.ts";
import type { Results } from "../study/results.ts";
import type { Setting, StudyTrial } from "../study/study.ts";
import { asksInWords } from "../study/config.ts";

const samples = 10;
const first = 50;

/** Appendix: the direct conditional of 50 Words pairs, asked ten times each. */
export const stability: Experiment = {
  id: "stability",
  title: "Estimation stability (appendix)",
  missing: (setting) =>
    jobsOf(setting).length === 0 ? "it is about Words, which is not in the run" : undefined,
  jobs: jobsOf,
  report(results) {
    const series = jobsOf(results).flatMap((job) => seriesOf(job, results));
    const simulated = results.simulated(jobsOf(results).map(({ subject }) => subject));
    return {
      tables: [table(series, simulated, results.config)],
      figures: [figure(series, simulated)],
    };
  },
};

function jobsOf({ studies }: Setting): Job<StudyTrial>[] {
  return studies
    .filter(({ dataset }) => dataset.task === "words")
    .map((study) => study.job("direct-split:none", { k: 5, first, samples }));
}

/** A model's estimates of the pairs of a job in several runs, and people's numbers. */
interface Series {
  readonly dataset: string;
  readonly model: string;
  readonly runs: readonly (readonly (number | undefined)[])[];
  readonly truth: readonly number[];
  readonly measured: StabilityMeasure;
}

/** Each model's estimates for one dataset, one column per run, with the truth. */
function seriesOf(job: Job<StudyTrial>, { models }: Results): Series[] {
  const truth = job.trials.map(({ conditional }) => conditional);
  return models.map((model) => {
    const runs = Array.from({ length: samples }, (_, sample) =>
      model.outcomes(job, sample).map(({ estimate }) => estimate.conditional),
    );
    return {
      dataset: job.subject.name,
      model: model.label,
      runs,
      truth,
      measured: {
        ...stabilityOf(runs, truth),
        blind: spearman(
          job.trials.map(({ marginal }) => marginal),
          truth,
        ),
      },
    };
  });
}

/** The stability, with the ρ of a predictor blind to x that answers P(y) for every pair. */
interface StabilityMeasure extends Stability {
  readonly blind: number;
}

const rows: readonly { id: string; title: string; of: (s: StabilityMeasure) => number | string }[] =
  [
    { id: "medianCv", title: "CV of a pair across runs, median", of: (s) => s.variation.median },
    { id: "meanCv", title: "CV of a pair across runs, mean", of: (s) => s.variation.mean },
    { id: "firstQuartileCv", title: "CV, first quartile", of: (s) => s.variation.quartiles[0] },
    { id: "thirdQuartileCv", title: "CV, third quartile", of: (s) => s.variation.quartiles[1] },
    { id: "agreement", title: "ρ of two runs, mean", of: (s) => s.agreement.mean },
    { id: "agreementLeast", title: "ρ of two runs, least", of: (s) => s.agreement.least },
    { id: "agreementMost", title: "ρ of two runs, most", of: (s) => s.agreement.most },
    { id: "truth", title: "ρ of a run with the truth, mean", of: (s) => s.truth.mean },
    { id: "truthLeast", title: "ρ of a run with the truth, least", of: (s) => s.truth.least },
    { id: "truthMost", title: "ρ of a run with the truth, most", of: (s) => s.truth.most },
    { id: "averaged", title: "ρ of the averaged estimates with the truth", of: (s) => s.averaged },
    { id: "blind", title: "ρ of P(y) alone with the truth", of: (s) => s.blind },
    // As text, because numbers in this column have two decimals.
    { id: "n", title: "Pairs with an estimate in every run", of: (s) => String(s.n) },
  ];

function table(
  series: readonly Series[],
  simulated: string | undefined,
  { mode }: Results["config"],
): Table {
  const printed = asksInWords(mode) ? printedStability : {};
  const names = series.map(({ dataset, model }) => `${dataset}, ${model}`);
  return {
    name: "stability",
    title: stability.title,
    simulated,
    columns: [
      { id: "measure", title: "Measure" },
      ...names.map((name) => ({ id: name, title: name, digits: 2 })),
      { id: "paper_gpt", title: `Paper, Words, ${paperModels.gpt}`, digits: 2 },
    ],
    rows: rows.map(({ id, title, of }) => [
      title,
      ...series.map(({ measured }) => of(measured)),
      printed[id],
    ]),
    notes: [
      `Direct-Split's conditional on the first ${first} evaluation pairs, asked ${samples} times. CV: standard deviation over mean.`,
      "Averaging does not remove errors that are the same in every run. Compare the ρ of the averaged estimates with the mean of the runs, and both with the ρ of P(y) alone, which ignores x.",
    ],
  };
}

function figure(series: readonly Series[], simulated: string | undefined): StabilityFigure {
  return {
    kind: "stability",
    name: "stability",
    title: "Ten runs of the same 50 questions",
    simulated,
    series: series.map(({ dataset, model, runs, truth, measured }) => ({
      dataset,
      model,
      runs: runs.map((run) => stabilityOf([run], truth).truth.mean),
      averaged: measured.averaged,
      // A pair has no variation if fewer than two runs have an estimate or all are zero.
      variation: truth
        .map((_, i) => coefficient(runs.flatMap((run) => run[i] ?? [])))
        .filter((cv) => !Number.isNaN(cv)),
    })),
  };
}

function coefficient(values: readonly number[]): number {
  return standardError(Float64Array.from(values)) / meanWithSem(values).mean;
}
