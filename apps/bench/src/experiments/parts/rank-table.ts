import type { PrintedTable, Printed } from "../../paper/models.ts";
import { paperModels } from "../../paper/models.ts";
import { paperDataset, paperDatasetColumn, paperNotes } from "./paper-notes.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import { scoreBlock } from "./score-block.ts";
import type { Score, ScorePair } from "./score-block.ts";
import type { Study } from "../../study/study.ts";
import { type Column, markNote, type Measured, type Table, type Value } from "@promptnce/report";

/** One row of a table of rank correlations. */
export interface Line {
  readonly title: string;
  /** The method's id in `estimates.csv`. */
  readonly method: string;
  readonly k: number;
  readonly pairs: (model: ModelResults) => readonly ScorePair[];
  readonly printed?: Printed | undefined;
  /** Whether it takes what no method has, so that it is never the best of its block. */
  readonly ceiling?: boolean;
}

/** Rows that are compared with each other. */
export interface Block {
  readonly study: Study;
  /** What ρ is with, e.g. `PMI`. */
  readonly measure: string;
  readonly lines: readonly Line[];
}

export interface RankTableOptions {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly notes: readonly string[];
  readonly results: Results;
}

/**
 * A table of Spearman's ρ ± bootstrap standard error: a row a method, a column a model, the paper's
 * figures beside them and, of a real dataset, how far ours are from them in standard errors.
 */
export function rankTable(options: RankTableOptions): Table {
  const { name, title, blocks, notes, results } = options;
  const columns: Column[] = [
    { id: "dataset", title: "Dataset" },
    { id: "k", title: "K" },
    { id: "row", title: "Method" },
    { id: "method", title: "In estimates.csv" },
    ...results.models.flatMap(({ label }) =>
      modelColumns(results, label, `ρ with ${blocks[0]?.measure ?? "the truth"}`),
    ),
    paperDatasetColumn,
    ...paperColumns(blocks),
  ];
  const rows = blocks.flatMap((block) => blockRows(block, results, blocks));
  const marked = rows.some((row) => row.some((value) => typeof value === "object" && value.mark));
  return {
    name,
    title,
    simulated: results.simulated(
      blocks.map(({ study }) => study.dataset),
      "model",
    ),
    columns,
    rows,
    notes: [
      ...notes,
      ...(marked ? [markNote] : []),
      ...(blocks.some(({ study }) => !study.dataset.simulated)
        ? [
            `“From paper”: our ρ less the paper's of ${paperModels.claude}, in standard errors of the difference; of other pairs and, unless it is the same, another model.`,
          ]
        : []),
      ...paperNotes(blocks.map(({ study }) => study)),
    ],
  };
}

function modelColumns({ models }: Results, model: string, measure: string): Column[] {
  // One model needs no name in every column.
  const [suffix, of] = models.length > 1 ? [`_${model}`, `, ${model}`] : ["", ""];
  return [
    { id: `scored${suffix}`, title: `Scored${of}` },
    { id: `rho${suffix}`, title: `${measure}${of}`, digits: 2 },
    { id: `from_paper${suffix}`, title: `From paper${of}`, digits: 1 },
  ];
}

type PaperKey = keyof typeof paperModels;

function printedModels(blocks: readonly Block[]): PaperKey[] {
  const keys = Object.keys(paperModels) as PaperKey[];
  return keys.filter((key) => blocks.some(({ lines }) => lines.some(({ printed }) => printed?.[key])));
}

function paperColumns(blocks: readonly Block[]): Column[] {
  return printedModels(blocks).map((key) => {
    return { id: `paper_${key}`, title: `Paper, ${paperModels[key]}`, digits: 2 };
  });
}

function blockRows(block: Block, results: Results, blocks: readonly Block[]): Value[][] {
  const { study, lines } = block;
  const scores = results.models.map((model) => scoresOf(block, model));
  return lines.map((line, i) => [
    study.dataset.name,
    line.k,
    line.title,
    line.method,
    ...scores.flatMap((column) => scoreCells(column[i] as Score, line.printed?.claude, study)),
    paperDataset(study),
    ...printedModels(blocks).map((key) => line.printed?.[key]),
  ]);
}

function scoreCells({ rho, scored, pairs }: Score, printed: Measured | undefined, { dataset }: Study): Value[] {
  const distance = dataset.simulated ? undefined : distanceFrom(printed, rho);
  return [`${scored} of ${pairs}`, rho, distance];
}

/** In standard errors of the difference; nothing where the paper printed none. */
function distanceFrom(printed: Measured | undefined, ours: Measured): number | undefined {
  if (printed?.standardError === undefined || ours.standardError === undefined) return undefined;
  const distance = ours.value - printed.value;
  return distance / Math.hypot(ours.standardError, printed.standardError);
}

const known = new WeakMap<ModelResults, Map<string, Score[]>>();

/** A model's scores of a block. A figure of the same lines has them from here. */
export function scoresOf({ study, measure, lines }: Block, model: ModelResults): Score[] {
  const key = JSON.stringify([study.dataset.name, measure, lines.map(({ title, method, k }) => [title, method, k])]);
  const ofModel = known.get(model) ?? new Map<string, Score[]>();
  known.set(model, ofModel);
  const scores =
    ofModel.get(key) ??
    scoreBlock(
      lines.map((line) => line.pairs(model)),
      {
        seed: study.seed,
        ceilings: new Set([...lines.keys()].filter((i) => lines[i]?.ceiling)),
      },
    );
  ofModel.set(key, scores);
  return scores;
}

/** Lines of methods that are all read off `estimates.csv` in one way. */
export function methodLines(
  study: Study,
  options: {
    readonly methods: readonly string[];
    readonly k: number;
    /** What people did, to rank by. */
    readonly term: "conditional" | "pmi";
    /** What of the estimate is ranked; the same if not given. */
    readonly estimated?: "conditional" | "pmi";
    readonly printed: PrintedTable;
    readonly titles?: Readonly<Record<string, string>>;
  },
): Line[] {
  const { methods, k, term, estimated = term, printed, titles } = options;
  return methods.map((id) => {
    const job = study.job(id, { k });
    return {
      title: titles?.[id] ?? job.method.title,
      method: job.method.id,
      k: job.trials[0]?.candidates.length ?? k,
      pairs: (model) =>
        model.outcomes(job).map(({ trial, estimate }) => ({ truth: trial[term], estimate: estimate[estimated] })),
      printed: printed[study.dataset.task]?.[job.method.id],
    };
  });
}
