import {
  columns,
  type Column,
  markNote,
  type Measured,
  type Table,
  type Value,
} from "@promptnce/report";
import { printedModels, paperModels, type Printed } from "../../paper/models.ts";
import type { Job } from "../../study/job.ts";
import { once } from "../../study/once.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import { clampNotes, paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import { isResolvedAbove } from "./marked-statistics.ts";
import { labelErrorNote, labelErrors, scoreBlock, tooFewNote } from "./score-block.ts";
import type { ScorePair } from "./scored-pairs.ts";

/** One row of a table of rank correlations. */
export interface MethodLine {
  readonly title: string;
  /** The method's id in `estimates.csv`. */
  readonly method: string;
  readonly k: number;
  /** What has to be asked for it. */
  readonly jobs: readonly Job[];
  readonly pairs: (model: ModelResults) => readonly ScorePair[];
  readonly printed?: Printed | undefined;
  readonly printedSlope?: Printed | undefined;
  /** Whether it takes what no method has, so that it is never the best of its block. */
  readonly ceiling?: boolean;
  /** Whether it is another reading of a row of the block, which is compared once. */
  readonly beside?: boolean;
  /** Whether it is −ln P(y) alone: what a method of its block with the same marginal must beat. */
  readonly baseline?: boolean;
}

/** Rows that are compared with each other. */
export interface Block {
  readonly study: Study;
  /** What ρ is with, e.g. `PMI`. */
  readonly measure: string;
  readonly lines: readonly MethodLine[];
  /** The fewest scored for ±, marks and comparisons, where it is not pairs that are scored. */
  readonly least?: number;
}

export interface RankTableOptions extends Pick<Table, "name" | "title" | "notes"> {
  readonly blocks: readonly Block[];
  readonly results: Results;
}

/** What a table shows of blocks besides which row is what. */
interface Shown {
  /** Behind how many are scored. */
  readonly columns: (model: ModelResults) => readonly Column[];
  /** Of each line. */
  readonly cells: (block: Block, model: ModelResults) => readonly (readonly Value[])[];
  readonly printed: (line: MethodLine) => Printed | undefined;
  /** What its columns of the paper's figures begin with. */
  readonly paper: string;
}

/** A table of a row a line, with columns of each model and the paper's figures beside them. */
export function blockTable(
  { name, title, blocks, notes, results }: RankTableOptions,
  shown: Shown,
): Table {
  const studies = blocks.map(({ study }) => study);
  const paper = printedModels(blocks.flatMap(({ lines }) => lines.map(shown.printed)));
  const oursOf = (model: ModelResults) => shown.columns(model)[0]!.id;
  const real = studies.flatMap(({ dataset }) => (dataset.simulated ? [] : [dataset.name]));
  return {
    name,
    title,
    crossing: {
      row: "row",
      group: "dataset",
      apart: "k",
      ours: results.models.map(oursOf),
      paper: paper.map((key) => `paper_${key}`),
      differing: Object.fromEntries(
        results.models.map((model) => [oursOf(model), model.simulated ? [] : real]),
      ),
    },
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      ...columns({ dataset: "Dataset", k: "K", row: "Method", method: "In estimates.csv" }),
      ...results.models.flatMap((m) => [
        ...columns({ scored: "Scored" }, undefined, m.suffix),
        ...shown.columns(m),
      ]),
      paperDatasetColumn,
      ...paper.map((key) => ({
        id: `paper_${key}`,
        title: `${shown.paper}, ${paperModels[key]}`,
        digits: 2,
      })),
    ],
    rows: blocks.flatMap((block) => {
      const { study, lines } = block;
      const cells = results.models.map((model) => shown.cells(block, model));
      return lines.map((line, i) => [
        study.dataset.name,
        line.k,
        line.title,
        line.method,
        ...cells.flatMap((ofModel) => ofModel[i] ?? []),
        paperDataset(study),
        ...paper.map((key) => shown.printed(line)?.[key]),
      ]);
    }),
    notes: [...notes, ...paperNotes(studies)],
  };
}

/** Of Spearman's ρ ± bootstrap standard error and, of a real dataset, how far it is from the paper's. */
export function rankTable(options: RankTableOptions): Table {
  const { blocks, notes, results } = options;
  const { models } = results;
  const lines = blocks.flatMap((block) => block.lines);
  const scores = blocks.flatMap((block) => models.flatMap((model) => scoresOf(block, model)));
  const beyond = lines.some(({ baseline }) => baseline);
  const byLabel = scores.some((score) => score.byLabel !== undefined);
  const jobs = lines.flatMap((line) => (line.baseline ? [] : line.jobs));
  const real =
    blocks.some(({ study }) => !study.dataset.simulated) &&
    models.some(({ simulated }) => !simulated);
  const rhos = {
    rho: `ρ with ${blocks[0]?.measure ?? "the truth"}`,
    ...(byLabel && { by_label_se: "± by label" }),
    // What stands beside ρ where base rates alone may give it.
    ...(beyond && {
      over_baseline: "Over the baseline",
      beyond: "ρ beyond ln P(y)",
      within: "ρ within label",
    }),
  };
  const tableNotes = [
    ...notes,
    ...(byLabel ? [labelErrorNote] : []),
    ...(beyond ? beyondBaseNotes : []),
    ...(scores.some(({ rho }) => rho.mark) ? [markNote, sharedNote] : []),
    ...(scores.some(({ rho }) => isUnresolved(rho)) ? [aboveZeroNote] : []),
    ...(scores.some(({ rho }) => !("standardError" in rho)) ? [tooFewNote] : []),
    ...clampNotes(results, jobs),
    ...(real ? [fromPaperNote] : []),
  ];
  return blockTable(
    { ...options, notes: tableNotes },
    {
      paper: "Paper",
      printed: (line) => line.printed,
      columns: ({ suffix, simulated }) => [
        ...columns(rhos, 2, suffix),
        ...(simulated ? [] : columns({ from_paper: "From paper" }, 1, suffix)),
      ],
      cells: (block, model) =>
        scoresOf(block, model).map(({ rho, scored, ...score }, i) => {
          const { simulated } = block.study.dataset;
          const distance = simulated
            ? undefined
            : distanceFrom(block.lines[i]?.printed?.claude, rho);
          return [
            scored,
            rho,
            ...(byLabel ? [rho.standardError ? score.byLabel : undefined] : []),
            ...(beyond ? [score.over, score.beyond, score.within] : []),
            ...(model.simulated ? [] : [distance]),
          ];
        }),
    },
  );
}

const beyondBaseNotes = [
  "Baseline: −ln P(y) alone, with the marginal in brackets, which any constant conditional comes to. “Over the baseline”: a method's ρ less that of the row with its marginal, ± bootstrap standard error.",
  "“Beyond ln P(y)”: partial Spearman given the true base rate. “Within label”: of midranks among the pairs of one label, where most pairs share theirs. ± by 1,000 resamples. None is marked that is not 1.96 of them above 0 within labels, or beyond ln P(y) where labels hardly repeat: a constant of each label can pass for knowledge of x.",
];

const sharedNote = "Marks and differences are of the pairs that every row with a ± has scored.";

const aboveZeroNote =
  "No row is marked whose ρ is not 1.96 of its ± above 0: it is not shown to rank better than chance.";

/** Whether a row that has a ± is not shown to rank better than chance. */
function isUnresolved(rho: Measured): boolean {
  return rho.standardError !== undefined && !isResolvedAbove(rho);
}

const fromPaperNote = `“From paper”: our ρ less the paper's of ${paperModels.claude}, in standard errors of the difference; of other pairs and, unless it is the same, another model.`;

/** In standard errors of the difference; nothing where the paper printed none. */
function distanceFrom(printed: Measured | undefined, ours: Measured): number | undefined {
  if (printed?.standardError === undefined || ours.standardError === undefined) return undefined;
  return (ours.value - printed.value) / Math.hypot(ours.standardError, printed.standardError);
}

/** The first of each that have the same lines. */
export function distinctBlocks(blocks: readonly Block[]): Block[] {
  return blocks.filter(
    (block, i) => blocks.findIndex((other) => keyOf(other) === keyOf(block)) === i,
  );
}

function keyOf({ study, measure, lines }: Block): string {
  return JSON.stringify([
    study.dataset.name,
    measure,
    lines.map(({ title, method, k }) => [title, method, k]),
  ]);
}

type LineScore = ReturnType<typeof scoreLines>[number];

/** A model's scores of a block. */
function scoresOf(block: Block, model: ModelResults): LineScore[] {
  return once(model, keyOf(block), () => scoreLines(block, model));
}

/** The lines of a block as points of a figure. */
export function pointsOf(block: Block, model: ModelResults) {
  return scoresOf(block, model).map(({ rho: { value: rho, standardError = Number.NaN } }, i) => {
    const { title: method, method: id, baseline = false } = block.lines[i]!;
    return {
      dataset: block.study.dataset.name,
      model: model.label,
      id,
      method,
      rho,
      standardError,
      baseline,
    };
  });
}

/** With ± where whole labels are resampled. */
function scoreLines({ study: { seed }, lines, least }: Block, model: ModelResults) {
  const columns = lines.map((line) => line.pairs(model));
  const errors = labelErrors(columns, seed);
  const nothing = lines.map(({ baseline, method, jobs: [job] }) => {
    const id = baseline ? method : job?.method.baseline?.id;
    return lines.findIndex((line) => line.baseline && line.method === id);
  });
  const ceilings = new Set(lines.keys().filter((i) => lines[i]?.ceiling));
  const beside = new Set(lines.keys().filter((i) => lines[i]?.beside));
  const scores = scoreBlock(columns, { seed, least, ceilings, beside, nothing });
  return scores.map((score, i) => ({ ...score, byLabel: errors?.[i] }));
}
