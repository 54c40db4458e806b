import type { Input, Label } from "@promptnce/core";
import { estimatePrepared } from "../answer/estimate-rows.ts";
import { type LabelEstimate, labelEstimate } from "../answer/label-estimate.ts";
import { planColumns } from "../answer/plan-columns.ts";
import { DEFAULT_K, type PreparedRows, prepareRows } from "../answer/prepare-rows.ts";
import { tableOf } from "../input/table.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import type { InputAsker } from "./asking.ts";
import type { EstimatorOptions } from "./estimator-options.ts";
import { checkFields, checkLabel, labelsOf } from "./input-mistakes.ts";
import { inputMethod } from "./input-method.ts";

/** One x, and which of its labels are asked about. */
export interface WantedInput {
  readonly x: Input;
  /** Its context, as far as that is not in x. */
  readonly given?: Input | undefined;
  /** The one label asked about; every label where it is absent. */
  readonly y?: Label;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The estimates of one x, in the order of the labels. An empty text is the `problem` of each.
 *
 * @throws OptionError where x, y or an option does not fit the task, ProviderError for a failure
 *   that concerns every request, or the signal's reason.
 */
export async function estimateInput(
  { x, given = {}, y, signal }: WantedInput,
  task: TaskSetup,
  asking: InputAsker,
  options: EstimatorOptions,
): Promise<readonly LabelEstimate[]> {
  signal?.throwIfAborted();
  const labels = labelsOf(task, options.labels);
  const texts = { ...x, ...given };
  checkFields(texts, task);
  if (y !== undefined) checkLabel(y, labels);
  const method = inputMethod(options.method, {
    task,
    hasContext: task.given !== undefined || Object.keys(given).length > 0,
    labels,
    k: options.k ?? Math.min(DEFAULT_K, labels.length),
    isRanked: y === undefined,
  });
  const empty = Object.keys(texts).find((field) => texts[field]?.trim() === "");
  if (empty !== undefined) {
    const problem = `${empty} is empty`;
    const unanswered = (one: Label): LabelEstimate => ({ y: one, method, problem, shown: false });
    return (y === undefined ? labels : [y]).map(unanswered);
  }
  const { seed = "1", k, rotations } = options;
  const prepared = await prepareRows(await tableOf([texts]), {
    task,
    columns: planColumns({ given: Object.keys(given) }, task),
    ask: "all-labels",
    methods: [method],
    labels: { all: labels, file: "the list" },
    k,
    rotations,
    seed,
  });
  const estimates = await asking.call(() => estimated(only(y, prepared), asking, signal));
  signal?.throwIfAborted();
  return estimates;
}

/**
 * What is prepared, of the one label if there is one: in the candidate set that a ranking has it
 * in.
 */
function only(y: Label | undefined, prepared: PreparedRows): PreparedRows {
  if (y === undefined) return prepared;
  return {
    ...prepared,
    async *units() {
      for await (const batch of prepared.units()) {
        yield batch.map((unit) => ({
          ...unit,
          trials: unit.trials.filter((trial) => trial.y === y),
        }));
      }
    },
  };
}

async function estimated(
  prepared: PreparedRows,
  asking: InputAsker,
  signal: AbortSignal | undefined,
): Promise<readonly LabelEstimate[]> {
  const batches = await Array.fromAsync(estimatePrepared(prepared, asking, { window: 1, signal }));
  const units = batches.flat();
  return units.flatMap((unit) => unit.estimates.map((one) => labelEstimate(one, prepared.shown)));
}
