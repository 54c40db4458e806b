import type { Provider } from "@promptnce/core";
import type { Store } from "@promptnce/engine";
import { type EstimatedRow, estimateRows } from "../answer/estimate-rows.ts";
import type { RowSource } from "../input/table.ts";
import { namesLabels } from "../layout/named-layout.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import type { EstimatorOptions } from "./estimator-options.ts";
import type { TableOptions } from "./estimator-type.ts";
import { withEstimatorNames } from "./option-names.ts";

/** What an estimator asks about a table with. */
interface TableQuestioner extends TableOptions {
  readonly task: () => Promise<TaskSetup>;
  readonly provider: Provider;
  readonly store: Store;
}

/** The rows of a table with their estimates; `estimateRows` with the options of an estimator. */
export async function* estimatedTable(
  table: RowSource,
  { task, ...asked }: TableQuestioner,
  options: EstimatorOptions,
): AsyncGenerator<EstimatedRow, void> {
  const { method, k, rotations, seed, concurrency, retryFailed } = options;
  const { columns = {}, labels = options.labels, methods = method && [method] } = asked;
  const ask = asked.ask ?? (namesLabels(columns) ? "pairs" : "all-labels");
  try {
    yield* estimateRows(table, {
      ...asked,
      ask,
      task: await task(),
      columns,
      methods,
      labels,
      k,
      rotations,
      seed,
      concurrency,
      retryFailed,
    });
  } catch (error) {
    throw withEstimatorNames(error);
  }
}
