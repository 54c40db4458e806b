import type { Estimate, Label } from "@promptnce/core";
import type { TrialEstimate } from "@promptnce/engine/run";

/** One method's estimate for one label. Probabilities are as elicited; PMI is in nats. */
export interface LabelEstimate<Y extends Label = Label> extends Estimate {
  readonly y: Y;
  /** The method's id, such as `promptnce:ungrounded`. */
  readonly method: string;
  /** The mass that an open candidate set leaves to labels outside it. */
  readonly other?: number;
  /**
   * Why there is no PMI, in words: what was wrong with a reply, or why a request failed. What is
   * known all the same, such as P(y), stands beside it.
   */
  readonly problem?: string;
  /** Whether a grounded prompt showed the pair, which is then no evidence. */
  readonly shown: boolean;
}

/**
 * The estimate of a trial as a caller gets it.
 *
 * @param shown The ids of the pairs that grounded prompts show.
 */
export function labelEstimate(
  { trial, method, estimate, other, readable, reason, failed }: TrialEstimate,
  shown: ReadonlySet<string>,
): LabelEstimate {
  return {
    y: trial.y,
    method: method.id,
    ...estimate,
    ...(other !== undefined && { other }),
    ...(!readable && { problem: problemOf(reason, failed) }),
    shown: shown.has(trial.id),
  };
}

/** A failed request's reason already says that it failed. */
function problemOf(reason: string | undefined, failed: boolean | undefined): string {
  if (reason === undefined) return "no reply is known";
  return failed ? reason : `the reply is invalid: ${reason}`;
}
