import type { Label, Provider } from "@promptnce/core";
import type { MethodId } from "@promptnce/core/methods";
import type { PacedOptions, RetriedOptions, Store } from "@promptnce/engine";
import type { WordingMode } from "@promptnce/prompts";
import type { TaskName, TaskSetup } from "../task/task-setup.ts";
import type { TaskPhrases } from "./task-phrases.ts";

/**
 * A task as its phrases, the path of its YAML file, one of the paper's tasks, or one set up before.
 */
export type GivenTask<
  Field extends string = string,
  Given extends string = string,
  Y extends Label = Label,
> = TaskPhrases<Field, Given, Y> | TaskName | (string & Record<never, never>) | TaskSetup;

/** The options of an estimator; all but the first two have defaults. */
export interface EstimatorOptions<
  Field extends string = string,
  Given extends string = string,
  Y extends Label = Label,
>
  extends Pick<PacedOptions, "concurrency" | "rpm" | "tpm">, Pick<RetriedOptions, "retries"> {
  /**
   * The phrases of a task, the path of a YAML task, `words`, `chaosnli`, `goemotions`, or a setup.
   */
  readonly task: GivenTask<Field, Given, Y>;
  /**
   * An adapter, such as `openai({ model })`. The estimator paces its calls and retries failed ones.
   */
  readonly model: Provider;
  /**
   * By default PromptNCE. Its base rate is grounded where there is something to show: the task's
   * `examples`, four rows of a table with different x, or the labels of the context with `given`.
   * Otherwise it is `promptnce:ungrounded`. Each estimate names its method.
   */
  readonly method?: MethodId | undefined;
  /**
   * The wordings: `faithful` to the paper, if not given; `structured` by a schema; `tokens`; or
   * `decisions`, which a model that makes decisions alone is asked in.
   */
  readonly mode?: WordingMode | undefined;
  /** All labels there are, where the task does not list them. */
  readonly labels?: readonly Y[] | undefined;
  /** Labels in a candidate set; the paper's 5, or all where there are fewer, if not given. */
  readonly k?: number | undefined;
  /**
   * Orders of the options that each question is asked in, where tokens or decisions are read; 1 if not
   * given.
   */
  readonly rotations?: number | undefined;
  /**
   * Where replies are kept and looked up before anything is sent: the path of a journal, or an open
   * store. In memory by default.
   */
  readonly store?: string | Store | undefined;
  /** Whether requests that failed for good, according to the store, are sent once more. */
  readonly retryFailed?: boolean | undefined;
  /** The seed of everything random; "1" if not given. */
  readonly seed?: string | undefined;
}
