import type { Label, Provider } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/engine";
import type { Asked, EstimatedUnit, EstimateUnitsOptions } from "@promptnce/engine/run";
import type { PreparedRows } from "@promptnce/rows";
import type { SummaryFacts } from "@promptnce/rows/summary";
import type { RowUnit } from "@promptnce/rows/survey";
import type { TaskSetup } from "@promptnce/rows/tasks";

/**
 * The settings of an estimate known in advance, for a queried model or for a file of recorded
 * answers.
 */
export interface EstimateSetup extends Omit<PreparedRows, "task" | "units" | "notes"> {
  readonly task: Pick<TaskSetup, "name" | "mode" | "fields" | "definition"> &
    Partial<Pick<TaskSetup, "findTemplate">>;
  /** The recorded sets that omit some of the mass. */
  readonly omitted?: SummaryFacts["omitted"];
  /** The labels in their order, if recorded masses have a list of them. */
  readonly ordered?: readonly Label[];
  readonly respondent: {
    readonly provider: Pick<Provider, "name" | "model">;
    readonly simulated: boolean;
    readonly title: string;
  };
}

/** The source of the answers: a session that sends requests, or a file of recorded answers. */
export interface Answering {
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly asked: Asked;
  /** All replies in the session's store; none for recorded answers. */
  readonly replies: StoredReplies;
  /** The units with their estimates, in the order of the replies. */
  estimated(
    running: Pick<EstimateUnitsOptions, "signal" | "onHeld">,
  ): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void>;
}
