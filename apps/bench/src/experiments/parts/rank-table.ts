import { type Column, markNote, type Measured, type Table } from "@promptnce/report";
import { printedModels, paperModels, type Printed } from "../../paper/models.ts";
import type { Job } from "../../study/job.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import { REPLICATES } from "./error-notes.ts";
import { labelErrorNote, labelErrors } from "./label-errors.ts";
import { clampNotes, paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import { type Score, scoreBlock, type ScorePair, tooFewNote } from "./score-block.ts";

/** One row of a table of rank correlations. */
export interface Line {
  readonly title: string;
  /** The method's id in `estimates.csv`. */
  readonly method: string;
  readonly k: number;
  /** What has to be asked for it. */
  readonly jobs: readonly Job[];
  readonly pairs: (model: ModelResults) => readonly ScorePair[];
  readonly printed?: Printed | undefined;
  /** The slope that the paper printed. */
  readonly printedSlope?: Printed | undefined;
  /** Whether it takes what no method has, so that it is never the best of its block. */
  readonly ceiling?: boolean;
  /** Whether it is −ln P(y) alone: what a method of its block with the same marginal must beat. */
  readonly knowsNothing?: boolean;
}

/** Rows that are compared with each other. */
export interface Block {
  readonly study: Study;
  /** What ρ is with, e.g. `PMI`. */
  readonly measure: string;
  readonly lines: readonly Line[];
  /** The fewest scored for ±, marks and comparisons, where it is not pairs that are scored. */
  readonly least?: number;
}

export interface RankTableOptions extends Pick<Table, "name" | "title" | "notes"> {
  readonly blocks: readonly Block[];
  readonly results: Results;
}

/**
 * A table of Spearman's ρ ± bootstrap standard error: a row a method, a column a model, the paper's
 * figures beside them and, of a real dataset, how far ours are from them in standard errors.
 */
export function rankTable({ name, title, blocks, notes, results }: RankTableOptions): Table {
  const measure = blocks[0]?.measure ?? "the truth";
  const beyond = blocks.some(({ lines }) => lines.some(({ knowsNothing }) => knowsNothing)) ? beyondBase : [];
  const paper = printedModels(blocks.flatMap(({ lines }) => lines.map(({ printed }) => printed)));
  const errors = blocks.map(({ study, lines }) =>
    results.models.map((model) =>
      labelErrors(
        lines.map((line) => line.pairs(model)),
        study.seed,
      ),
    ),
  );
  const byLabel = errors.flat().some((ofModel) => ofModel !== undefined);
  const columns: Column[] = [
    { id: "dataset", title: "Dataset" },
    { id: "k", title: "K" },
    { id: "row", title: "Method" },
    { id: "method", title: "In estimates.csv" },
    ...results.models.flatMap(({ suffix: { id, title: of }, simulated }) => [
      { id: `scored${id}`, title: `Scored${of}` },
      { id: `rho${id}`, title: `ρ with ${measure}${of}`, digits: 2 },
      ...(byLabel ? [{ id: `by_label_se${id}`, title: `± by label${of}`, digits: 2 }] : []),
      ...beyond.map((column) => ({ id: `${column.id}${id}`, title: `${column.title}${of}`, digits: 2 })),
      ...(simulated ? [] : [{ id: `from_paper${id}`, title: `From paper${of}`, digits: 1 }]),
    ]),
    paperDatasetColumn,
    ...paper.map((key) => ({ id: `paper_${key}`, title: `Paper, ${paperModels[key]}`, digits: 2 })),
  ];
  const rows = blocks.flatMap((block, b) => {
    const { study, lines } = block;
    const scores = results.models.map((model) => scoresOf(block, model));
    return lines.map(({ k, title: row, method, printed }, i) => [
      study.dataset.name,
      k,
      row,
      method,
      ...scores.flatMap((column, m) => {
        const { rho, scored, pairs, ...score } = column[i] as Score;
        const distance = study.dataset.simulated ? undefined : distanceFrom(printed?.claude, rho);
        const error = rho.standardError ? errors[b]?.[m]?.[i] : undefined;
        const cells = [`${scored} of ${pairs}`, rho, ...(byLabel ? [error] : []), ...beyond.map(({ of }) => score[of])];
        return results.models[m]?.simulated ? cells : [...cells, distance];
      }),
      paperDataset(study),
      ...paper.map((key) => printed?.[key]),
    ]);
  });
  const studies = blocks.map(({ study }) => study);
  const marked = rows.some((row) => row.some((value) => typeof value === "object" && value.mark));
  const jobs = blocks.flatMap(({ lines }) => lines.flatMap((line) => (line.knowsNothing ? [] : line.jobs)));
  const real = studies.some(({ dataset }) => !dataset.simulated) && results.models.some(({ simulated }) => !simulated);
  const few = blocks.some((block) =>
    results.models.some((model) => scoresOf(block, model).some(({ rho }) => !("standardError" in rho))),
  );
  return {
    name,
    title,
    simulated: results.simulated(studies.map(({ dataset }) => dataset)),
    columns,
    rows,
    notes: [
      ...notes,
      ...(byLabel ? [labelErrorNote] : []),
      ...(beyond.length > 0 ? beyondBaseNotes : []),
      ...(marked ? [markNote, sharedNote] : []),
      ...(few ? [tooFewNote] : []),
      ...clampNotes(results, jobs),
      ...(real ? [fromPaperNote] : []),
      ...paperNotes(studies),
    ],
  };
}

/** What stands beside ρ where base rates alone may give it. */
const beyondBase = [
  { id: "over_nothing", title: "Over knowing nothing", of: "over" },
  { id: "beyond", title: "ρ beyond ln P(y)", of: "beyond" },
  { id: "within", title: "ρ within label", of: "within" },
] as const;

const beyondBaseNotes = [
  "Knows nothing: −ln P(y) alone, with the marginal in brackets, which any constant conditional comes to. “Over knowing nothing”: a method's ρ less that of the row with its marginal, ± bootstrap standard error.",
  "“Beyond ln P(y)”: partial Spearman given the true base rate. “Within label”: of midranks among the pairs of one label, where most pairs share theirs. ± by 1,000 resamples. None is marked that is not 1.96 of them above 0 within labels, or beyond ln P(y) where labels hardly repeat: a constant of each label can pass for knowledge of x.",
];

const sharedNote = "Marks and differences are of the pairs that every row with a ± has scored.";

const fromPaperNote = `“From paper”: our ρ less the paper's of ${paperModels.claude}, in standard errors of the difference; of other pairs and, unless it is the same, another model.`;

/** In standard errors of the difference; nothing where the paper printed none. */
function distanceFrom(printed: Measured | undefined, ours: Measured): number | undefined {
  if (printed?.standardError === undefined || ours.standardError === undefined) return undefined;
  return (ours.value - printed.value) / Math.hypot(ours.standardError, printed.standardError);
}

/** The first of each that have the same lines. */
export function distinctBlocks(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, i) => blocks.findIndex((other) => keyOf(other) === keyOf(block)) === i);
}

function keyOf({ study, measure, lines }: Block): string {
  return JSON.stringify([study.dataset.name, measure, lines.map(({ title, method, k }) => [title, method, k])]);
}

const known = new WeakMap<ModelResults, Map<string, Score[]>>();

/** A model's scores of a block. A figure of the same lines has them from here. */
export function scoresOf({ study, measure, lines, least }: Block, model: ModelResults): Score[] {
  const key = keyOf({ study, measure, lines });
  const ofModel = known.get(model) ?? new Map<string, Score[]>();
  known.set(model, ofModel);
  const scores =
    ofModel.get(key) ??
    scoreBlock(
      lines.map((line) => line.pairs(model)),
      {
        seed: study.seed,
        replicates: REPLICATES,
        least,
        ceilings: new Set(lines.keys().filter((i) => lines[i]?.ceiling)),
        nothing: lines.map(({ jobs: [job] }) =>
          lines.findIndex((line) => line.knowsNothing && line.jobs[0]?.method.marginal === job?.method.marginal),
        ),
      },
    );
  ofModel.set(key, scores);
  return scores;
}
