import type { FindTemplate, Label } from "@promptnce/core";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import type { StoredReplies } from "@promptnce/engine";
import type { AskingReport, EstimatedUnit, UnitListeners } from "@promptnce/engine/run";
import type { PlannedRows } from "@promptnce/rows";
import type { SummaryFacts } from "@promptnce/rows/summary";
import type { RowUnit } from "@promptnce/rows/survey";
import type { TaskSetup } from "@promptnce/rows/tasks";

/** The task of an estimate. Without templates, nothing was asked and no prompt is shown. */
export interface EstimateTask {
  readonly name: string;
  readonly mode: TaskSetup["mode"];
  readonly fields: readonly string[];
  readonly definition?: TaskSetup["definition"];
  readonly findTemplate?: FindTemplate;
}

/**
 * The settings of an estimate known in advance, for a queried model or for a file of recorded
 * answers.
 */
export interface EstimateSetup extends PlannedRows {
  readonly task: EstimateTask;
  /** The recorded sets that omit some of the mass. */
  readonly omitted?: SummaryFacts["omitted"];
  /** The labels in their order, if recorded masses have a list of them. */
  readonly ordered?: readonly Label[];
  readonly respondent: {
    readonly provider: ModelIdentity;
    readonly simulated: boolean;
    readonly title: string;
  };
}

/** The source of the answers: a session that sends requests, or a file of recorded answers. */
export interface AnswerSource {
  readonly provider: ProviderIdentity;
  readonly asked: AskingReport;
  /** All replies in the session's store; none for recorded answers. */
  readonly replies: StoredReplies;
  /** The units with their estimates, in the order of the replies. */
  estimated(running: UnitListeners): AsyncGenerator<readonly EstimatedUnit<RowUnit>[], void>;
}
