import type { Pmf } from "@promptnce/core";
import type { Experiment, Setting } from "../study/experiment.ts";
import type { SweepFigure, Table } from "@promptnce/report";
import { printedOtherMass, printedSweep } from "../paper/appendix.ts";
import { rankTable, scoresOf } from "./parts/rank-table.ts";
import type { Block, Line } from "./parts/rank-table.ts";
import type { ModelResults, Results } from "../study/results.ts";
import type { Study, StudyTrial } from "../study/study.ts";
import type { Job } from "../study/job.ts";

const methods = ["infonce", "marginalnce", "promptnce"];
const sizes = [5, 10, 15, 20];

/** Appendix: what happens as the candidate set comes to cover the label space, on GoEmotions. */
export const kSweep: Experiment = {
  id: "k-sweep",
  title: "Candidate-set size (appendix)",
  missing: (setting) =>
    studiesOf(setting).length === 0 ? "only on GoEmotions does K/L move, and it is not in the run" : undefined,
  jobs: (setting) =>
    studiesOf(setting).flatMap((study) => sizes.flatMap((k) => methods.map((method) => study.job(method, { k })))),
  report: (results) => {
    const studies = studiesOf(results);
    return {
      tables: [
        rankTable({
          name: "k-sweep",
          title: kSweep.title,
          results,
          blocks: studies.flatMap((study) => sizes.map((k) => blockOf(study, k))),
          notes: ["Each K is a block of its own: the same pairs, more distractors."],
        }),
        otherTable(results, studies),
      ],
      figures: [figure(results, studies)],
    };
  },
};

function studiesOf({ studies }: Setting): Study[] {
  return studies.filter(({ dataset }) => dataset.task === "goemotions");
}

function line(study: Study, id: string, k: number): Line {
  const job = study.job(id, { k });
  return {
    title: job.method.title,
    method: job.method.id,
    k,
    pairs: (model) => model.outcomes(job).map(({ trial, estimate }) => ({ truth: trial.pmi, estimate: estimate.pmi })),
    printed: printedSweep[study.dataset.task]?.[`${id} ${k}`],
  };
}

function blockOf(study: Study, k: number): Block {
  return { study, measure: "PMI", lines: methods.map((id) => line(study, id, k)) };
}

/** Mean OTHER mass over the pairs whose open set could be read. */
function otherMass(model: ModelResults, { subject, trials }: Job<StudyTrial>): number {
  const ask = model.ask(subject);
  const masses = trials
    .map(({ x, candidates }): Pmf | undefined => ask({ kind: "open", x, candidates }))
    .flatMap((pmf) => (pmf?.other === undefined ? [] : [pmf.other]));
  return masses.reduce((sum, mass) => sum + mass, 0) / masses.length;
}

/** What P(Y ∉ S | x) really is, on average. */
function trueResidual({ subject, trials }: Job<StudyTrial>): number {
  const rests = trials.map(({ x, candidates }) =>
    Math.max(0, 1 - candidates.reduce((sum, y) => sum + subject.conditional(x, y), 0)),
  );
  return rests.reduce((sum, rest) => sum + rest, 0) / rests.length;
}

function otherTable(results: Results, studies: readonly Study[]): Table {
  const { models } = results;
  return {
    name: "k-sweep-other",
    title: "K/L coverage and OTHER mass (appendix)",
    simulated: results.simulated(
      studies.map(({ dataset }) => dataset),
      "model",
    ),
    columns: [
      { id: "dataset", title: "Dataset" },
      { id: "k", title: "K" },
      { id: "coverage", title: "K/L", digits: 3 },
      { id: "residual", title: "P(Y ∉ S | x)", digits: 3 },
      ...models.map(({ label }) => {
        const [suffix, of] = models.length > 1 ? [`_${label}`, `, ${label}`] : ["", ""];
        return { id: `other${suffix}`, title: `OTHER mass${of}`, digits: 3 };
      }),
      { id: "paper_other", title: "OTHER mass, paper", digits: 3 },
    ],
    rows: studies.flatMap((study) =>
      sizes.map((k) => {
        const job = study.job("promptnce", { k });
        return [
          study.dataset.name,
          k,
          k / study.dataset.labels.length,
          trueResidual(job),
          ...models.map((model) => otherMass(model, job)),
          printedOtherMass[k],
        ];
      }),
    ),
    notes: [
      "P(Y ∉ S | x): what people's choices leave to unlisted labels, on average over the pairs; where raters choose several labels it is at least 0.",
    ],
  };
}

function figure(results: Results, studies: readonly Study[]): SweepFigure {
  const panels = studies.flatMap((study) => results.models.map((model) => ({ study, model })));
  return {
    kind: "sweep",
    name: "k-sweep",
    title: "ρ with PMI and OTHER mass as the candidate set grows",
    simulated: results.simulated(
      studies.map(({ dataset }) => dataset),
      "model",
    ),
    points: panels.flatMap(({ study, model }) =>
      sizes.flatMap((k) => {
        const block = blockOf(study, k);
        const scores = scoresOf(block, model);
        return block.lines.map(({ title }, i) => ({
          dataset: study.dataset.name,
          model: model.label,
          method: title,
          k,
          rho: scores[i]?.rho.value ?? Number.NaN,
          standardError: scores[i]?.rho.standardError ?? Number.NaN,
        }));
      }),
    ),
    other: panels.flatMap(({ study, model }) =>
      sizes.map((k) => ({
        dataset: study.dataset.name,
        model: model.label,
        k,
        coverage: k / study.dataset.labels.length,
        mass: otherMass(model, study.job("promptnce", { k })),
      })),
    ),
  };
}
