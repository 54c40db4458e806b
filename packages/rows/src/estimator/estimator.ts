import type { Input, Label } from "@promptnce/core";
import { checkNode } from "@promptnce/engine/files";
import type { LabelEstimate } from "../answer/label-estimate.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import { askedModel, modeOf } from "./asked-model.ts";
import { asking } from "./asking.ts";
import { estimateInput, type WantedInput } from "./estimate-input.ts";
import type { EstimatorOptions } from "./estimator-options.ts";
import type { Estimator, InputOptions } from "./estimator-type.ts";
import { estimatedTable } from "./estimated-table.ts";
import { givenStore } from "./given-store.ts";
import { givenTask } from "./given-task.ts";
import { withEstimatorNames } from "./option-names.ts";

/**
 * A function that estimates PMI for one pair of x and y, with `rank` for all labels of one x and
 * `rows` for a table. By default the method is PromptNCE (Section 3 of the paper); `method` says
 * when its base rate is grounded. Calls are paced, failed ones are retried, and no question is
 * asked twice while its reply is in the store.
 *
 * The task is read at the first question; if it is wrong, that question's promise is rejected.
 *
 * @throws OptionError for an option that cannot be used, JournalError where the journal cannot be
 *   opened, NodeVersionError where Node is older than 22.13.
 * @example
 * import { readPrompt } from "@promptnce/prompts";
 * import { simulated } from "@promptnce/rehearsal";
 * const joint = { name: "made up", marginal: new Map([["PUSH", 0.02]]), conditional: () => 0.4 };
 * const model = simulated({ joint, read: readPrompt, profile: "truthful", seed: 1 });
 * const estimate = estimator({ task: "words", model, labels: ["PUSH", "PULL"] });
 * (await estimate({ cue: "SHOVE" }, "PUSH")).pmi; // → 2.996
 */
export function estimator<
  const Field extends string = string,
  const Given extends string = string,
  const Y extends Label = Label,
>(options: EstimatorOptions<Field, Given, Y>): Estimator<Field, Given, Y> {
  checkNode();
  const model = askedModel(options);
  // Opened last: nothing is thrown that would leave a journal open.
  const opened = givenStore(options.store);
  const { store } = opened;
  const inputs = asking(model, store, options);
  let task: Promise<TaskSetup> | undefined;
  const setup = (): Promise<TaskSetup> => {
    task ??= givenTask(options.task, modeOf(options));
    return task;
  };
  const estimates = async (wanted: WantedInput): Promise<readonly LabelEstimate<Y>[]> => {
    try {
      return (await estimateInput(wanted, await setup(), inputs, options)) as LabelEstimate<Y>[];
    } catch (error) {
      throw withEstimatorNames(error);
    }
  };
  const beside: Pick<Estimator<Field, Given, Y>, "rank" | "rows" | typeof Symbol.dispose> = {
    rank: async (x, given) => byPmi(await estimates({ x, ...given })),
    rows: (table, asked) =>
      estimatedTable(table, { ...asked, task: setup, provider: model, store }, options),
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
  const pair = async (x: Input, y: Y, more?: InputOptions): Promise<LabelEstimate<Y>> => {
    const [estimate] = await estimates({ x, y, ...more });
    return estimate as LabelEstimate<Y>; // one label has one estimate
  };
  return Object.assign(pair, beside);
}

/** From the highest; those without PMI last. */
function byPmi<Y extends Label>(estimates: readonly LabelEstimate<Y>[]): LabelEstimate<Y>[] {
  return estimates.toSorted((a, b) => (b.pmi ?? -Infinity) - (a.pmi ?? -Infinity));
}
