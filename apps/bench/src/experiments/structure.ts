import type { Observation } from "@promptnce/core";
import { decomposition } from "@promptnce/core/information";
import { columns, type Table, type Value } from "@promptnce/report";
import { printedStructure } from "../paper/main-text.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { inputText, labelCount } from "../study/in-contexts.ts";
import type { Study } from "../study/study.ts";
import { paperDataset, paperDatasetColumn, paperNotes } from "./parts/paper-notes.ts";

/** A pair by the observation's id in the dataset. */
type Example = Readonly<Record<"id" | "x" | "y", string>>;

/** The pairs that Table 1 prints. */
const printedExamples: Readonly<Record<string, Example>> = {
  words: { id: "SHOVE→PUSH", x: "SHOVE", y: "PUSH" },
  chaosnli: {
    id: "3181322965.jpg#4r1c/contradiction",
    x: "a boy walks through the water. / A boy walks on water.",
    y: "contradiction",
  },
  goemotions: { id: "eew5j0j/sadness", x: "That game hurt.", y: "sadness" },
};

/**
 * Table 1: the sources of variation in each dataset's PMI, and one example pair. No model is
 * queried.
 */
export const structure: Experiment = {
  id: "structure",
  title: "Dataset structure (Table 1)",
  jobs: () => [],
  report: ({ studies, simulated }) => {
    const datasets = studies.map(({ dataset }) => dataset);
    const sentence = simulated(datasets, "nobody");
    return { tables: [structureTable(studies, sentence), exampleTable(studies, sentence)] };
  },
};

function structureTable(studies: readonly Study[], simulated: string | undefined): Table {
  return {
    name: "structure",
    title: structure.title,
    simulated,
    columns: [
      ...columns({ dataset: "Dataset", pair_list: "Pairs", pairs: "n", labels: "Labels" }),
      ...columns({ R: "R" }, 4),
      ...columns({ rho_marg: "ρ_marg" }, 3),
      paperDatasetColumn,
      ...columns({ paper_R: "R, paper", paper_rho_marg: "ρ_marg, paper" }, 2),
    ],
    rows: studies.flatMap((study) => [
      row(study, "whole dataset", study.dataset.observations),
      row(study, "evaluation", study.evaluation),
    ]),
    notes: [
      "R = Var[log P(y)] / Var[log P(y|x)]; ρ_marg = Spearman of −log P(y) with PMI.",
      "The paper's values are from its own samples of 500 pairs.",
      ...paperNotes(studies),
    ],
  };
}

function row(study: Study, list: string, pairs: readonly Observation[]): Value[] {
  const { name, task } = study.dataset;
  const { R, rhoMarginal } = decomposition(pairs);
  const paper = printedStructure[task];
  return [
    name,
    list,
    pairs.length,
    labelCount(study.dataset),
    R,
    rhoMarginal,
    paperDataset(study),
    paper?.r,
    paper?.rhoMarginal,
  ];
}

function exampleTable(studies: readonly Study[], simulated: string | undefined): Table {
  return {
    name: "structure-examples",
    title: "Example pairs (Table 1)",
    simulated,
    columns: [
      ...columns({ dataset: "Dataset", x: "x", y: "y" }),
      { id: "conditional", title: "P(y|x)", digits: 4 },
      { id: "marginal", title: "P(y)", digits: 6 },
      { id: "pmi", title: "PMI", digits: 4 },
      paperDatasetColumn,
      { id: "paper_conditional", title: "P(y|x), paper", digits: 2 },
      { id: "paper_marginal", title: "P(y), paper", digits: 4 },
      { id: "paper_pmi", title: "PMI, paper", digits: 2 },
    ],
    rows: studies.map(exampleRow),
    notes: [
      "PMI in nats, from unsmoothed counts. A dash: the pair is not in the part of the corpus at hand.",
      "For a synthetic dataset, this is the evaluation pair with the highest P(y|x).",
      ...paperNotes(studies),
    ],
  };
}

function exampleRow(study: Study): Value[] {
  const { dataset, evaluation } = study;
  const { id, x, y } = printedExamples[dataset.name] ?? strongest(evaluation);
  const pair = dataset.observations.find((observation) => observation.id === id);
  const truth = [pair?.conditional, pair?.marginal ?? dataset.marginal.get(y), pair?.pmi];
  const paper = printedStructure[dataset.task]?.example;
  return [
    dataset.name,
    x,
    y,
    ...truth,
    paperDataset(study),
    paper?.conditional,
    paper?.marginal,
    paper?.pmi,
  ];
}

function strongest(pairs: readonly Observation[]): Example {
  const { id, x, y } = pairs.reduce((most, pair) =>
    pair.conditional > most.conditional ? pair : most,
  );
  return { id, x: inputText(x), y };
}
