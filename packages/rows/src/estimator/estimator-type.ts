import type { Label } from "@promptnce/core";
import type { MethodId } from "@promptnce/core/methods";
import type { EstimatedRow, EstimateRowsOptions } from "../answer/estimate-rows.ts";
import type { LabelEstimate } from "../answer/label-estimate.ts";
import type { NamedColumns } from "../answer/plan-columns.ts";
import type { RowSource } from "../input/table.ts";
import type { FieldOfInput } from "./task-phrases.ts";

/** Further options of a question about one x. */
export interface InputOptions<Given extends string = string> {
  /** The context of the probabilities: the fields that the task names as `given`. */
  readonly given?: Readonly<Record<Given, string>> | undefined;
  /** When aborted, nothing new is asked; requests in flight are awaited and stored. */
  readonly signal?: AbortSignal | undefined;
}

/** Further options of a question about a table. */
export interface TableOptions extends Pick<
  EstimateRowsOptions,
  "ask" | "labels" | "counts" | "signal"
> {
  /** The roles of the columns; by default x is in the columns named after the task's fields. */
  readonly columns?: NamedColumns | undefined;
  /** Several methods side by side; by default the estimator's. */
  readonly methods?: readonly MethodId[] | undefined;
}

/** Estimates PMI of x and y, in nats: log P(y|x) − log P(y). Disposing of it closes its journal. */
export interface Estimator<
  Field extends string = string,
  Given extends string = string,
  Y extends Label = Label,
> extends Disposable {
  /**
   * The estimate for one pair, the same as that of `rank` for y. If a text is empty, a reply
   * invalid or a request failed, its `problem` says so, and it has no PMI.
   *
   * @throws OptionError where x, y or an option does not fit the task, DataError for a file that is
   *   no task, ProviderError for a failure that concerns every request, as a rejected key.
   */
  (
    x: Readonly<Record<FieldOfInput<Field, Given>, string>>,
    y: Y,
    options?: InputOptions<Given>,
  ): Promise<LabelEstimate<Y>>;
  /**
   * The estimates for one x and every label, by PMI from the highest; those with a `problem` come
   * last. Candidate sets of at most `k` labels share none.
   *
   * @throws Like a pair.
   */
  readonly rank: (
    x: Readonly<Record<FieldOfInput<Field, Given>, string>>,
    options?: InputOptions<Given>,
  ) => Promise<readonly LabelEstimate<Y>[]>;
  /**
   * The rows of a table with their estimates, as a stream in their order: of the label in the
   * column `columns.y` or, where none is named, of all labels for each different x. `columns.given`
   * names the context.
   *
   * @throws Like `estimateRows`.
   */
  readonly rows: (table: RowSource, options?: TableOptions) => AsyncGenerator<EstimatedRow, void>;
}
