import type { Label, Provider } from "@promptnce/core";
import type { Store } from "@promptnce/engine";
import {
  type Asker,
  estimateUnits,
  type EstimatedUnit,
  session,
  type TrialEstimate,
  type UnitsInHand,
} from "@promptnce/engine/run";
import { OptionError } from "@promptnce/core/errors";
import { checkNode } from "@promptnce/engine/files";
import { type LabelEstimate, labelEstimate } from "./label-estimate.ts";
import type { Codebook } from "../layout/codes.ts";
import { NAME_LABELS, namesLabels } from "../layout/named-layout.ts";
import {
  type LabelChoice,
  type PreparedRows,
  prepareRows,
  type PrepareOptions,
} from "./prepare-rows.ts";
import { type NamedColumns, planColumns } from "./plan-columns.ts";
import { type RowSource, tableOf } from "../input/table.ts";
import type { LabelScope, RowUnit } from "../survey/unit.ts";
import { type TaskSetup, taskSetup } from "../task/task-setup.ts";

/** Which rows to estimate, by which methods, and by which model. */
export interface EstimateRowsOptions extends Pick<
  PrepareOptions,
  "methods" | "k" | "rotations" | "counts"
> {
  /** `words`, `chaosnli`, `goemotions`, the path of a YAML task, or the result of `taskSetup`. */
  readonly task: string | TaskSetup;
  readonly provider: Provider;
  readonly store: Store;
  readonly columns: NamedColumns;
  /**
   * `pairs`, the default, asks about each row's own label; `all-labels` asks about every label for
   * each distinct x.
   */
  readonly ask?: Exclude<LabelScope, "top"> | undefined;
  /**
   * The labels that may occur, by default any that the rows have; or a codebook, as `{ 1: "Agree",
   * 2: "Disagree" }`, of the codes that the rows have.
   */
  readonly labels?: readonly Label[] | Codebook | undefined;
  /** Whether to send requests again that the store holds as failed for good. */
  readonly retryFailed?: boolean | undefined;
  /** The seed of everything random; "1" by default. */
  readonly seed?: string | undefined;
  /**
   * The number of requests that the provider sends at once; 8 by default. It sets how many rows are
   * in progress at a time. The provider itself limits its requests.
   */
  readonly concurrency?: number | undefined;
  /** When aborted, no new request is sent; those in flight are awaited and stored. */
  readonly signal?: AbortSignal | undefined;
}

/** A row with the estimates of all methods. Probabilities are as elicited; PMI is in nats. */
export interface EstimatedRow {
  /** The line of the row in its file, or its number among a program's rows, from 1. */
  readonly line: number;
  readonly x: RowUnit["row"]["x"];
  readonly y?: Label;
  readonly estimates: readonly LabelEstimate[];
  /** Why the row cannot be used, for example an empty x; it then has no x and no estimates. */
  readonly problem?: string;
}

/**
 * Yields the rows with their estimates, in the order of the rows, as soon as they are answered.
 *
 * The rows are read twice: once for labels and counts, once for the questions. Memory grows by
 * about 30 bytes a row. A method that needs all answers, such as `promptnce:implied`, keeps rows
 * and answers in memory and yields the first row only when all are answered. Replies in the store
 * are not requested again.
 *
 * @throws OptionError if the options do not fit the rows; DataError if the rows are wrong;
 *   NodeVersionError if Node is older than 22.13.
 * @throws The provider's error, or the signal's reason, once all requests in flight have been
 * stored.
 * @throws UnansweredError after the last row if the server was down for any request. Those requests
 *   are not stored, so the same call, repeated, sends them again.
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * const complete = async () => ({ text: '{"p_apply": 0.2, "p_base": 0.05}', stop: "end" });
 * const provider = { name: "ours", model: "ours", settings: {}, complete };
 * const options = { task: "words", methods: ["direct-split:ungrounded"], store: memoryStore() };
 * const pairs = [{ cue: "SEA", response: "WATER" }, { cue: "SUN", response: "MOON" }];
 * const rows = estimateRows(pairs, { ...options, provider, columns: { y: "response" } });
 * (await Array.fromAsync(rows)).map(({ estimates: [one] }) => one.pmi); // → [1.386, 1.386]
 */
export async function* estimateRows(
  rows: RowSource,
  options: EstimateRowsOptions,
): AsyncGenerator<EstimatedRow, void> {
  const {
    provider,
    store,
    ask = "pairs",
    seed = "1",
    concurrency = 8,
    retryFailed,
    signal,
  } = options;
  checkNode();
  const task =
    typeof options.task === "string" ? await taskSetup(options.task, "faithful") : options.task;
  if (ask === "pairs" && !namesLabels(options.columns))
    throw new OptionError("columns.y", NAME_LABELS);
  const columns = planColumns(options.columns, task);
  const { labels: listed, codes } = givenLabels(options.labels);
  const labels = listed ?? task.labels;
  const table = await tableOf(rows, signal);
  try {
    const prepared = await prepareRows(table, {
      ...options,
      task,
      columns,
      ask,
      seed,
      labels,
      codes,
    });
    const asking = session({ provider, store, texts: 0, retryFailed });
    const window = windowOf(prepared, concurrency);
    for await (const units of estimatePrepared(prepared, asking, { window, signal })) {
      for (const { unit, estimates } of units) {
        const { line, x, y, problem } = unit.row;
        yield {
          line,
          x,
          ...(y !== undefined && { y }),
          estimates: estimates.map((one) => labelEstimate(one, prepared.shown)),
          ...(problem && { problem }),
        };
      }
    }
    signal?.throwIfAborted();
  } finally {
    table[Symbol.dispose]?.();
  }
}

/** A list of labels, or a codebook. */
function givenLabels(labels: EstimateRowsOptions["labels"]): LabelChoice {
  if (labels === undefined) return {};
  if (isList(labels)) return { labels: { all: labels, file: "the list" } };
  return { codes: labels };
}

function isList(labels: readonly Label[] | Codebook): labels is readonly Label[] {
  return Array.isArray(labels);
}

/**
 * The least number of trials in progress at once, so that the fixed cost of a batch is small for
 * each.
 */
const WINDOW = 128;
/** The least number of trials in progress for each concurrent request. */
const PER_PLACE = 16;

/**
 * The number of units that may be in progress at once; at least 2.
 *
 * @example
 * windowOf({ trials: 4 }, 8); // → 32
 */
export function windowOf({ trials }: PreparedRows, concurrency: number): number {
  return Math.max(2, Math.ceil(Math.max(WINDOW, PER_PLACE * concurrency) / trials));
}

/**
 * Yields the units of prepared rows with their estimates. The estimates of a unit are in the order
 * of the label list and, within a label, of the methods. Results are written and tallied in this
 * order, so that a tally of the written file draws the same estimates.
 *
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * import { session } from "@promptnce/engine/run";
 * import { tableFile } from "@promptnce/rows/input";
 * import { taskSetup } from "@promptnce/rows/tasks";
 * const task = await taskSetup("words", "faithful");
 * const columns = planColumns({ y: "response" }, task);
 * const methods = ["direct-split:ungrounded"];
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const prepared = await prepareRows(table, { task, columns, methods, ask: "pairs", seed: "1" });
 * const complete = async () => ({ text: '{"p_apply": 0.2, "p_base": 0.05}', stop: "end" });
 * const provider = { name: "ours", model: "ours", settings: {}, complete };
 * const asker = session({ provider, store: memoryStore() });
 * const [units] = await Array.fromAsync(estimatePrepared(prepared, asker, { window: 8 }));
 * units[0].estimates[0].estimate; // → { conditional: 0.2, marginal: 0.05, pmi: 1.386 }
 */
export async function* estimatePrepared(
  prepared: PreparedRows,
  asker: Asker,
  running: UnitsInHand,
): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void> {
  const { task, survey, methods } = prepared;
  const places = new Map(survey.labels.map((label, i) => [label, i]));
  const place = ({ trial }: TrialEstimate): number => places.get(trial.y) ?? 0;
  const { name, findTemplate } = task;
  const options = { task: name, findTemplate, methods, ...running };
  for await (const batch of estimateUnits(prepared.units(), asker, options)) {
    yield batch.map(({ unit, estimates }) => ({
      unit,
      estimates: estimates.toSorted((a, b) => place(a) - place(b)),
    }));
  }
}
