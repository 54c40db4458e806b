import { isBelowClamp } from "@promptnce/core/information";
import { distinctJobs, type Job } from "../../study/job.ts";
import type { Results } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { type Column, type SharedNote, valueText } from "@promptnce/report";
import { paperModels, printedModels, type PrintedTable } from "../../paper/models.ts";
import { asksInWords } from "../../study/config.ts";

/**
 * The dataset that the paper's values belong to; for a synthetic world, the one that it resembles.
 */
export const paperDatasetColumn: Column = { id: "paper_dataset", title: "Paper's dataset" };

const datasetTitles: Readonly<Record<string, string>> = {
  words: "Words",
  chaosnli: "ChaosNLI",
  goemotions: "GoEmotions",
};

/** The paper's name for the dataset of a study, or for the one that it resembles. */
export function paperDataset({ dataset }: Study): string | undefined {
  return datasetTitles[dataset.task];
}

/** The notes of a table that shows the paper's values beside ours for different data. */
export function paperNotes(studies: readonly Study[]): SharedNote[] {
  return [
    studies.some(({ dataset }) => dataset.simulated) &&
      "A synthetic dataset is shown beside the paper's values for the dataset that it resembles. These are from other data.",
    studies.some(isPart) &&
      "GoEmotions here is a part of its corpus, in which raters agree less than in the whole. So sampling alone does not explain the differences from the paper.",
  ].flatMap((text) => (text === false ? [] : [{ title: "The paper's values", text }]));
}

/** The note for a table whose candidate sets differ in size from the paper's. */
export function setSizeNotes({ config: { k } }: Setting): string[] {
  if (k === PAPER_K) return [];
  return [
    `The paper's values are at K = ${PAPER_K} and ours at K = ${k}, so the questions differ too.`,
  ];
}

const PAPER_K = 5;

/**
 * The note for a table with terms below the value substituted for a reported zero: the number of
 * estimates affected.
 */
export function clampNotes({ models }: Pick<Results, "models">, jobs: readonly Job[]): string[] {
  const outcomes = distinctJobs(jobs).flatMap((job) =>
    models.flatMap((model) => model.outcomes(job)),
  );
  const below = outcomes.filter(({ estimate }) => isBelowClamp(estimate)).length;
  if (below === 0) return [];
  return [
    `${below} of ${outcomes.length} estimates have a term above 0 and below 1e-6. Its logarithm ranks below that of a reported 0, which counts as 1e-6.`,
  ];
}

/** The note for a table at K = 25, which a dataset with three labels cannot have. */
export function wholeSetNotes({ studies }: Pick<Setting, "studies">): SharedNote[] {
  if (!studies.some(({ dataset }) => dataset.task === "chaosnli")) return [];
  return [
    {
      title: "ChaosNLI at K = 25",
      text: "ChaosNLI has three labels, so its rows at K = 25 have K = 3 and ask the same questions as Table 2 and Figure 1. The paper prints two values for each of them (Claude Sonnet 4: PromptNCE's conditional 0.80 and, at K = 25, 0.83; InfoNCE's 0.80 and 0.76; PMI by InfoNCE 0.78 and 0.73), and so contradicts itself.",
    },
  ];
}

/** The note on GEM below a table: its definition, or the models that do not support it. */
export function gemNote({ models }: Pick<Results, "models">, is: string): string {
  const without = models.filter(({ scores }) => !scores).map(({ label }) => label);
  if (without.length === models.length) {
    return "GEM needs a model that gives the log-probability of a text, which no model asked here does.";
  }
  const dash = without.length > 0 ? ` ${without.join(", ")} cannot give it.` : "";
  const plain = models.flatMap((model) => (model.plain ? [model.label] : []));
  const ends =
    plain.length > 0
      ? ` For ${plain.join(", ")}, without a chat template, y ends a plain text.`
      : "";
  return `GEM is read off the model's log-probability of y, with no candidate set: ${is}${dash}${ends}`;
}

/**
 * The paper's GEM results by their column, as text, for a table without a GEM row because no model
 * in the run supports GEM.
 */
export function printedGem(
  { models, config }: Pick<Results, "models" | "config">,
  printed: PrintedTable,
  digits = 2,
): Map<string, string> {
  if (!asksInWords(config.mode) || models.some(({ scores }) => scores)) return new Map();
  const texts = Object.entries(printed).flatMap(([column, rows]) => {
    const gem = rows["gem:none"];
    if (gem === undefined) return [];
    const values = printedModels([gem]).map(
      (key) => `${valueText(gem[key], digits)} (${paperModels[key]})`,
    );
    return [[column, values.join(", ")] as const];
  });
  return new Map(texts);
}

/** Whether P(y) was taken from a table because only part of the corpus is available. */
function isPart({ dataset }: Study): boolean {
  return dataset.sources.some(({ file }) => file.endsWith("/label_counts.csv"));
}
