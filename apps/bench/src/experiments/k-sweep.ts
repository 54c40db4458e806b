import { meanWithSem } from "@promptnce/core/resampling";
import { columns, type SweepFigure, type Table } from "@promptnce/report";
import { printedOtherMass, printedSweep } from "../paper/appendix.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { coverage, labelCount } from "../study/in-contexts.ts";
import type { Job } from "../study/job.ts";
import type { ModelResults, Results } from "../study/results.ts";
import type { Study, StudyTrial } from "../study/study.ts";
import { methodLines, pmiBlock } from "./parts/method-lines.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { type Block, pointsOf, type ScoredBlock } from "../scoring/blocks.ts";
import { asksInWords } from "../study/config.ts";

const methods = ["infonce", "marginalnce", "promptnce"];
const sizes = [5, 10, 15, 20];

/** Appendix: the effect of a candidate set that grows to cover the label space, on GoEmotions. */
export const kSweep: Experiment = rankExperiment({
  id: "k-sweep",
  title: "Candidate-set size (appendix)",
  about: ({ dataset }) => dataset.task === "goemotions",
  missing: ({ studies }) =>
    studies.length === 0 ? "only on GoEmotions does K/L move, and it is not in the run" : undefined,
  blocks: (study) => sizes.map((k) => blockOf(study, k)),
  notes: () => ["Each K is a block of its own: the same pairs, more distractors."],
  more: (results, blocks) => ({
    tables: [otherTable(results)],
    figures: [figure(results, blocks)],
  }),
});

function blockOf(study: Study, k: number): Block {
  return pmiBlock(
    study,
    methodLines(study, { methods, k, estimated: "pmi", printed: printedSweep[k] }),
  );
}

/** The mean OTHER mass over the pairs with a valid open-set reply. */
function otherMass(model: ModelResults, { subject, trials }: Job<StudyTrial>): number {
  const ask = model.ask(subject);
  return meanWithSem(
    trials.flatMap(({ x, candidates }) => ask({ kind: "open", x, candidates })?.other ?? []),
  ).mean;
}

/** The true P(Y ∉ S | x), averaged over the trials. */
function trueResidual({ subject, trials }: Job<StudyTrial>): number {
  const rests = trials.map(({ x, candidates }) =>
    Math.max(0, 1 - candidates.reduce((sum, y) => sum + subject.conditional(x, y), 0)),
  );
  return meanWithSem(rests).mean;
}

function otherTable({ models, studies, simulated, config }: Results): Table {
  return {
    name: "k-sweep-other",
    title: "K/L coverage and OTHER mass (appendix)",
    simulated: simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      ...columns({ dataset: "Dataset", k: "K" }),
      ...columns({ coverage: "K/L", residual: "P(Y ∉ S | x)" }, 3),
      ...models.flatMap(({ suffix }) => columns({ other: "OTHER mass" }, 3, suffix)),
      ...columns({ paper_other: "OTHER mass, paper" }, 3),
    ],
    rows: studies.flatMap((study) =>
      sizes.map((k) => {
        const job = study.job("promptnce", { k });
        return [
          study.dataset.name,
          k,
          coverage(study.dataset, study.evaluation, k),
          trueResidual(job),
          ...models.map((model) => otherMass(model, job)),
          asksInWords(config.mode) ? printedOtherMass[k] : undefined,
        ];
      }),
    ),
    notes: [
      "P(Y ∉ S | x): the mean share of people's choices that are unlisted labels. Where raters choose several labels, it is at least 0.",
    ],
  };
}

function figure(
  { studies, models, simulated }: Results,
  blocks: readonly ScoredBlock[],
): SweepFigure {
  const panels = studies.flatMap((study) =>
    models.flatMap((model) => sizes.map((k) => ({ study, model, k }))),
  );
  return {
    kind: "sweep",
    name: "k-sweep",
    title: "ρ with PMI and OTHER mass as the candidate set grows",
    simulated: simulated(studies.map(({ dataset }) => dataset)),
    points: panels.flatMap(({ study, model, k }) => {
      // Two sizes that both cover the label space are one block.
      const size = Math.min(k, labelCount(study.dataset));
      const block = blocks.find((one) => one.study === study && one.lines[0]?.k === size)!;
      const shown = pointsOf(block, model).filter(({ baseline }) => !baseline);
      return shown.map(({ dataset, model: name, method, rho, standardError }) => {
        return { dataset, model: name, method, k, rho, standardError };
      });
    }),
    other: panels.map(({ study, model, k }) => ({
      dataset: study.dataset.name,
      model: model.label,
      k,
      coverage: coverage(study.dataset, study.evaluation, k),
      mass: otherMass(model, study.job("promptnce", { k })),
    })),
  };
}
