import {
  columns,
  type Column,
  markNote,
  type Measurement,
  type SharedNote,
  type Table,
  type Value,
} from "@promptnce/report";
import type { FrameTerms } from "@promptnce/core/frame";
import { printedModels, paperModels, type PrintedResults } from "../../paper/models.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import type { MethodLine, ScoredBlock } from "../../scoring/blocks.ts";
import { controlColumns } from "./control-columns.ts";
import { clampNotes, paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import { isResolvedAbove } from "../../scoring/marked-statistics.ts";
import {
  aboveZeroNote,
  beyondBaseNotes,
  beyondBothNotes,
  blindToYNote,
  conditionalBaseNote,
  sharedNote,
} from "./rank-notes.ts";
import { type Score, TOO_FEW_PAIRS, tooFewNote } from "../../scoring/score-block.ts";
import { scoredText } from "../../scoring/scored-text.ts";
import { labelErrorNote, unitErrorNote, unitName } from "../../scoring/whole-units.ts";

const termTexts = { pmi: "PMI", conditional: "P(y|x)", marginal: "P(y)" } as const;

/** A row that the paper printed and that the run cannot have. */
export interface PaperOnly {
  readonly title: string;
  /** By task, what the paper printed. */
  readonly printed: ReadonlyMap<string, string>;
}

export interface RankTableOptions extends Pick<Table, "name" | "title" | "notes"> {
  readonly blocks: readonly ScoredBlock[];
  readonly results: Results;
  readonly paperOnly?: PaperOnly | undefined;
  /** Whether to leave out P(y) alone, a control for rankings but not an estimate to calibrate. */
  readonly withoutBaselines?: boolean;
}

/** The parts of a table besides the columns that identify a row. */
interface RankTableParts {
  /** The columns after the number of scored pairs. */
  readonly columns: (model: ModelResults) => readonly Column[];
  /** The cells of these columns, one list per line. */
  readonly cells: (
    scores: readonly Score[],
    block: ScoredBlock,
    model: ModelResults,
  ) => readonly (readonly Value[])[];
  readonly printed: (line: MethodLine) => PrintedResults | undefined;
  /** The beginning of the titles of the paper's columns. */
  readonly paper: string;
  /** The column that a page shows after the first of these, if any, with its title there. */
  readonly beside?: Column | undefined;
}

/** A table with one line per row, a column group per model and the paper's figures beside them. */
export function blockTable(
  { name, title, blocks, notes, results, paperOnly, withoutBaselines }: RankTableOptions,
  shown: RankTableParts,
): Table {
  const studies = blocks.map(({ study }) => study);
  const paper = printedModels(blocks.flatMap(({ lines }) => lines.map(shown.printed)));
  const oursOf = (model: ModelResults) => shown.columns(model)[0]!.id;
  const besideOf = ({ suffix }: ModelResults) => {
    return { id: `${shown.beside!.id}${suffix.id}`, title: shown.beside!.title };
  };
  const real = studies.flatMap(({ dataset }) => (dataset.simulated ? [] : [dataset.name]));
  const tableColumns = [
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
  ];
  return {
    name,
    title,
    crossing: {
      row: "row",
      group: "dataset",
      apart: "k",
      ours: results.models.map(oursOf),
      paper: paper.map((key) => `paper_${key}`),
      ...(shown.beside && {
        beside: Object.fromEntries(results.models.map((model) => [oursOf(model), besideOf(model)])),
      }),
      differing: Object.fromEntries(
        results.models.map((model) => [oursOf(model), model.simulated ? [] : real]),
      ),
    },
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns: tableColumns,
    rows: blocks.flatMap((block) => {
      const { study, lines } = block;
      const cells = results.models.map((model) =>
        shown.cells(block.scores.get(model)!, block, model),
      );
      return lines.flatMap((line, i) =>
        line.baseline && withoutBaselines
          ? []
          : [
              [
                study.dataset.name,
                line.k,
                line.title,
                line.method,
                ...cells.flatMap((ofModel) => ofModel[i] ?? []),
                paperDataset(study),
                ...paper.map((key) => shown.printed(line)?.[key]),
              ],
            ],
      );
    }),
    notes: [...notes, ...paperNotes(studies)],
    pageRows: paperRows(paperOnly, studies, tableColumns),
  };
}

/** The rows that the paper alone has: a cell of text per dataset, in its first column of values. */
function paperRows(
  paperOnly: PaperOnly | undefined,
  studies: readonly Study[],
  tableColumns: readonly Column[],
): Value[][] {
  const value = tableColumns.find(({ id }) => id.startsWith("paper_") && id !== "paper_dataset");
  if (paperOnly === undefined || value === undefined) return [];
  return studies.flatMap(({ dataset }) => {
    const text = paperOnly.printed.get(dataset.task);
    if (text === undefined) return [];
    const cells: Readonly<Record<string, string>> = {
      dataset: dataset.name,
      row: paperOnly.title,
      [value.id]: text,
    };
    return [tableColumns.map(({ id }) => cells[id])];
  });
}

/**
 * Spearman's ρ ± bootstrap standard error and, for a real dataset, the distance from the paper's
 * value.
 */
export function rankTable(options: RankTableOptions): Table {
  const { blocks, notes, results } = options;
  const { models } = results;
  const lines = blocks.flatMap((block) => block.lines);
  const scores = blocks.flatMap((block) => models.flatMap((model) => block.scores.get(model)!));
  const isOf = (term: keyof FrameTerms) => blocks.some((block) => block.term === term);
  const beyond = isOf("pmi") && lines.some(({ baseline }) => baseline);
  const byLabel = scores.some((score) => score.byLabel !== undefined);
  const byUnit = scores.some((score) => score.byUnit !== undefined);
  const unit = unitName(scores);
  const blind = scores.some((score) => score.blindToY !== undefined);
  // A P(y) belongs to a label, not to a pair of x and y.
  const together = !isOf("marginal");
  const jobs = lines.flatMap((line) => (line.baseline ? [] : line.jobs));
  const real =
    blocks.some(({ study }) => !study.dataset.simulated) &&
    models.some(({ simulated }) => !simulated);
  const controls = controlColumns(
    [
      ...(byLabel ? (["by_label_se"] as const) : []),
      ...(byUnit ? (["by_unit_se"] as const) : []),
      ...(together ? (["beyond_both"] as const) : []),
      ...(beyond ? (["less_baseline", "beyond", "within"] as const) : []),
      ...(blind ? (["blind_to_y"] as const) : []),
    ],
    unit,
  );
  const rhos = {
    rho: `ρ with ${blocks[0] ? termTexts[blocks[0].term] : "the truth"}`,
    ...Object.fromEntries(controls.map(({ id, title }) => [id, title])),
  };
  const tableNotes = [
    ...notes,
    ...(byLabel ? [labelErrorNote] : []),
    ...(byUnit ? [unitErrorNote(unit)] : []),
    ...(together ? beyondBothNotes(scores) : []),
    ...(beyond ? beyondBaseNotes : []),
    ...(isOf("conditional") ? [conditionalBaseNote] : []),
    ...(blind ? [blindToYNote] : []),
    ...(scores.some(({ rho }) => rho.mark) ? [markNote, sharedNote] : []),
    ...(scores.some(isUnresolved) ? [aboveZeroNote] : []),
    ...(scores.some(({ hasEnough }) => !hasEnough) ? [tooFewNote] : []),
    ...clampNotes(results, jobs),
    ...(real ? [fromPaperNote] : []),
  ];
  return blockTable(
    { ...options, notes: tableNotes },
    {
      paper: "Paper",
      ...(together && { beside: { id: "beyond_both", title: "Beyond x,\u00A0y" } }),
      printed: (line) => line.printed,
      columns: ({ suffix, simulated }) => [
        ...columns(rhos, 2, suffix),
        ...(together ? columns({ uses_both: "Uses x and y" }, undefined, suffix) : []),
        ...(simulated || !real ? [] : columns({ from_paper: "From paper" }, 1, suffix)),
      ],
      cells: (ofLines, block, model) =>
        ofLines.map((score, i) => {
          const { simulated } = block.study.dataset;
          const distance = simulated
            ? undefined
            : distanceFrom(block.lines[i]?.printed?.claude, score.rho);
          return [
            scoredText({ ...score, pairs: block.pairs }),
            score.rho,
            ...controls.map(({ of }) => of(score)),
            ...(together ? [usesBothText(score)] : []),
            ...(model.simulated || !real ? [] : [distance]),
          ];
        }),
    },
  );
}

function usesBothText({
  hasEnough,
  isBeyondBoth,
}: Pick<Score, "hasEnough" | "isBeyondBoth">): string | undefined {
  if (!hasEnough) return TOO_FEW_PAIRS;
  if (isBeyondBoth === undefined) return undefined;
  return isBeyondBoth ? "shown" : "not shown";
}

/** Whether a row is compared and its ρ is not resolved above chance. */
function isUnresolved({ rho, hasEnough }: Score): boolean {
  return hasEnough && !isResolvedAbove(rho);
}

const fromPaperNote: SharedNote = {
  title: "From paper",
  text: `“From paper” is our ρ less the paper's for ${paperModels.claude}, in standard errors of the difference. The pairs differ from the paper's and so, unless it is the same one, does the model.`,
};

/**
 * The distance in standard errors of the difference; empty if the paper printed no standard error.
 */
function distanceFrom(printed: Measurement | undefined, ours: Measurement): number | undefined {
  if (printed?.standardError === undefined || ours.standardError === undefined) return undefined;
  return (ours.value - printed.value) / Math.hypot(ours.standardError, printed.standardError);
}
