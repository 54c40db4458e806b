import type { Provider } from "@promptnce/core";
import type { Asked, EstimatedUnit, EstimateUnitsOptions } from "@promptnce/engine/run";
import type { PreparedRows } from "@promptnce/rows";
import type { RowUnit } from "@promptnce/rows/survey";
import type { TaskSetup } from "@promptnce/rows/tasks";

/** What is known of an estimate before it is made, whether a model is asked or a file holds what was answered. */
export interface Settled extends Omit<PreparedRows, "task" | "units"> {
  readonly task: Pick<TaskSetup, "name" | "mode" | "fields" | "definition"> &
    Partial<Pick<TaskSetup, "findTemplate">>;
  readonly respondent: {
    readonly provider: Pick<Provider, "name" | "model">;
    readonly simulated: boolean;
    readonly title: string;
  };
}

/** Where the answers come from: a session that asks, or a file that holds them. */
export interface Answering {
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly asked: Asked;
  /** The units with their estimates, as they are answered. */
  estimated(
    running: Pick<EstimateUnitsOptions, "signal" | "onHeld">,
  ): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void>;
}
