import { stability as stabilityOf } from "@promptnce/core";
import type { Stability } from "@promptnce/core";
import type { Experiment, Setting } from "../study/experiment.ts";
import type { StabilityFigure, Table } from "@promptnce/report";
import type { Job } from "../study/job.ts";
import { printedStability } from "../paper/appendix.ts";
import { paperModels } from "../paper/models.ts";
import type { ModelResults, Results } from "../study/results.ts";
import type { Study, StudyTrial } from "../study/study.ts";

const samples = 10;
const first = 50;

/** Appendix: the direct conditional of 50 Words pairs, each asked ten times. */
export const stability: Experiment = {
  id: "stability",
  title: "Estimation stability (appendix)",
  missing: (setting) => (studiesOf(setting).length === 0 ? "it is about Words, which is not in the run" : undefined),
  jobs: (setting) => studiesOf(setting).map(jobOf),
  report: (results) => ({ tables: [table(results)], figures: [figure(results)] }),
};

function studiesOf({ studies }: Setting): Study[] {
  return studies.filter(({ dataset }) => dataset.task === "words");
}

function jobOf(study: Study): Job<StudyTrial> {
  return study.job("direct-split:none", { k: 5, first, samples });
}

/** A column of estimates for each run. */
function runsOf(model: ModelResults, job: Job<StudyTrial>): (number | undefined)[][] {
  return Array.from({ length: samples }, (_, sample) =>
    model.outcomes(job, sample).map(({ estimate }) => estimate.conditional),
  );
}

function measure(model: ModelResults, job: Job<StudyTrial>): Stability {
  return stabilityOf(
    runsOf(model, job),
    job.trials.map(({ conditional }) => conditional),
  );
}

const rows: readonly { id: string; title: string; of: (s: Stability) => number }[] = [
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
  { id: "n", title: "Pairs with an estimate in every run", of: (s) => s.n },
];

function table(results: Results): Table {
  const studies = studiesOf(results);
  const columns = studies.flatMap((study) =>
    results.models.map((model) => ({ study, model, measured: measure(model, jobOf(study)) })),
  );
  return {
    name: "stability",
    title: stability.title,
    simulated: results.simulated(
      studies.map(({ dataset }) => dataset),
      "model",
    ),
    columns: [
      { id: "measure", title: "Measure" },
      ...columns.map(({ study, model }) => {
        const name = `${study.dataset.name}, ${model.label}`;
        return { id: name, title: name, digits: 2 };
      }),
      { id: "paper_gpt", title: `Paper, Words, ${paperModels.gpt}`, digits: 2 },
    ],
    rows: rows.map(({ id, title, of }) => [
      title,
      ...columns.map(({ measured }) => of(measured)),
      printedStability[id],
    ]),
    notes: [
      `Direct-Split's conditional of the first ${first} evaluation pairs, asked ${samples} times. CV: standard deviation over mean.`,
      "Errors that are the same in every run are not cured by averaging: compare the last ρ with the mean of the runs.",
    ],
  };
}

function figure(results: Results): StabilityFigure {
  const studies = studiesOf(results);
  return {
    kind: "stability",
    name: "stability",
    title: "Ten runs of the same 50 questions",
    simulated: results.simulated(
      studies.map(({ dataset }) => dataset),
      "model",
    ),
    series: studies.flatMap((study) => results.models.map((model) => series(model, study.dataset.name, jobOf(study)))),
  };
}

function series(model: ModelResults, dataset: string, job: Job<StudyTrial>): StabilityFigure["series"][number] {
  const truth = job.trials.map(({ conditional }) => conditional);
  const runs = runsOf(model, job);
  const pairs = job.trials.map((_, i) => runs.map((run) => run[i]));
  return {
    dataset,
    model: model.label,
    runs: runs.map((run) => stabilityOf([run], truth).truth.mean),
    averaged: stabilityOf(runs, truth).averaged,
    variation: pairs.flatMap((values) => coefficient(values.filter((value) => value !== undefined))),
  };
}

/** None where fewer than two runs have an estimate or all are zero. */
function coefficient(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2 || mean === 0) return [];
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return [Math.sqrt(squares / (values.length - 1)) / mean];
}
