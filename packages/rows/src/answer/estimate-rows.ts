import type { Estimate, InContext, Label, Provider } from "@promptnce/core";
import type { Store } from "@promptnce/engine";
import {
  estimateUnits,
  type EstimatedUnit,
  type EstimateUnitsOptions,
} from "@promptnce/engine/run";
import { type Session, session, type TrialEstimate } from "@promptnce/engine/run";
import { OptionError } from "@promptnce/core/errors";
import { type PreparedRows, prepareRows } from "./prepare-rows.ts";
import { type NamedColumns, planColumns } from "./plan-columns.ts";
import { type RowSource, tableOf } from "../input/table.ts";
import type { LabelScope, RowUnit } from "../survey/unit.ts";
import { type TaskSetup, taskSetup } from "../task/task-setup.ts";

/** What is asked of whom about which rows. */
export interface EstimateRowsOptions {
  /** `words`, `chaosnli`, `goemotions`, the path of a YAML task, or one that was set up. */
  readonly task: string | TaskSetup;
  /** As `promptnce` or `direct-split:ungrounded`; PromptNCE if not given. */
  readonly methods?: readonly string[];
  readonly provider: Provider;
  readonly store: Store;
  readonly columns: NamedColumns;
  /** `pairs`: the label of each row, if not given; `all-labels`: every label with each different x. */
  readonly ask?: Exclude<LabelScope, "top">;
  /** The labels that may occur; whatever occurs if not given. */
  readonly labels?: readonly Label[];
  /** Labels in a candidate set; the paper's 5, or all where there are fewer, if not given. */
  readonly k?: number | undefined;
  /** Orders of the options that each question is asked in, where tokens are read; 1 if not given. */
  readonly rotations?: number | undefined;
  /** How many people gave each label, for `:counted`. */
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
  /** Whether requests that failed for good, according to the store, are sent once more. */
  readonly retryFailed?: boolean | undefined;
  /** Of everything random; "1" if not given. */
  readonly seed?: string;
  /** Calls under way at once, of which the provider decides; so many rows at least are in hand. 8 if not given. */
  readonly concurrency?: number;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly signal?: AbortSignal;
}

/** What one method says of one label of a row. */
export interface RowEstimate extends Estimate {
  readonly y: Label;
  readonly method: string;
  /** `unreadable`: a reply that it rests on could not be read, and what else is known is there. */
  readonly status: "ok" | "unreadable";
  /**
   * Why it could not: what was wrong with the reply or, behind `the request failed: `, what its request met. A failure
   * that the store holds is asked again with `retryFailed`.
   */
  readonly reason?: string;
  /** The mass that an open set left to labels outside it. */
  readonly other?: number;
  /** Whether a prompt showed the pair: it is no evidence, and left out of scores. */
  readonly shown: boolean;
}

/** A row with what every method says of it. Probabilities are as elicited; PMI is in nats. */
export interface EstimatedRow {
  /** Its line in a file, or its number among the rows, from 1. */
  readonly line: number;
  readonly x: RowUnit["row"]["x"];
  readonly y?: Label;
  readonly estimates: readonly RowEstimate[];
  /** Why the row cannot be used, as an empty x; it then has no x and no estimates. */
  readonly problem?: string;
}

/**
 * Rows with their estimates, in the order of the rows and as they are answered. The rows are read twice: once for
 * labels and counts, once for the questions. Memory does not grow with them but by some 30 bytes each; with a method that
 * looks at all answers, as `promptnce:implied`, rows and answers are held, and all are answered before
 * the first is given. Replies that the store holds are not asked for again.
 *
 * @throws OptionError where the options do not fit the rows, DataError where the rows are wrong.
 * @throws What the provider throws, once all that is in flight has been stored; the signal's reason.
 * @throws UnansweredError behind the last row where the server was down for any request, however few: none of them is
 *   stored, so that the same call again asks for what is missing.
 */
export async function* estimateRows(
  rows: RowSource,
  options: EstimateRowsOptions,
): AsyncGenerator<EstimatedRow, void> {
  const {
    provider,
    store,
    methods = ["promptnce"],
    ask = "pairs",
    seed = "1",
    concurrency = 8,
    retryFailed,
    signal,
  } = options;
  const task =
    typeof options.task === "string" ? await taskSetup(options.task, "faithful") : options.task;
  if (ask === "pairs" && options.columns.y === undefined)
    throw new OptionError("columns.y", "say which column holds the label of each row");
  const columns = planColumns(options.columns, task);
  const labels = options.labels ? { all: options.labels, file: "the list" } : task.labels;
  const table = await tableOf(rows, signal);
  try {
    const prepared = await prepareRows(table, {
      ...options,
      task,
      columns,
      methods,
      ask,
      seed,
      labels,
    });
    const { findTemplate } = task;
    const asking = session({ provider, findTemplate, store, texts: 0, retryFailed });
    const window = windowOf(prepared, concurrency);
    for await (const units of estimatePrepared(prepared, asking, { window, signal })) {
      for (const { unit, estimates } of units) {
        const { line, x, y, problem } = unit.row;
        const own = estimates.map(
          ({ trial, method: { id }, estimate, other, readable, reason }): RowEstimate => ({
            y: trial.y,
            method: id,
            status: readable ? "ok" : "unreadable",
            ...(reason !== undefined && { reason }),
            ...estimate,
            ...(other !== undefined && { other }),
            shown: prepared.shown.has(trial.id),
          }),
        );
        yield {
          line,
          x,
          ...(y !== undefined && { y }),
          estimates: own,
          ...(problem && { problem }),
        };
      }
    }
    signal?.throwIfAborted();
  } finally {
    table[Symbol.dispose]?.();
  }
}

/** Trials in hand at once, whoever is asked: what a batch of them costs is then little for each. */
const WINDOW = 128;
/** At least so many for each request that a model takes at once. */
const PER_PLACE = 16;

/** How many units may be in hand at once. */
export function windowOf({ trials }: Pick<PreparedRows, "trials">, concurrency: number): number {
  return Math.max(2, Math.ceil(Math.max(WINDOW, PER_PLACE * concurrency) / trials));
}

/**
 * The units of prepared rows with their estimates, the labels of each in the order of the list and the methods of each
 * label as they were: the order of the rows of a result, in which they are also tallied, so that a tally of the file
 * draws the same ones.
 */
export async function* estimatePrepared(
  prepared: PreparedRows,
  asking: Session,
  running: Pick<EstimateUnitsOptions, "window" | "signal" | "onHeld">,
): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void> {
  const { task, survey, methods } = prepared;
  const places = new Map(survey.labels.map((label, i) => [label, i]));
  const place = ({ trial }: TrialEstimate): number => places.get(trial.y) ?? 0;
  const how = { task: task.name, methods, ...running };
  for await (const batch of estimateUnits(prepared.units(), asking, how)) {
    yield batch.map(({ unit, estimates }) => ({
      unit,
      estimates: estimates.toSorted((a, b) => place(a) - place(b)),
    }));
  }
}
