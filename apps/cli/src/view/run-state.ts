import type { RunStatus } from "@promptnce/engine/journal";
import { countText } from "@promptnce/core/errors";
import { type FoundRun, isComplete } from "./find-runs.ts";

/**
 * How a run stands, in words: `running`, `done`, or how far it came and why it ended, as far as
 * that is known. A killed run has no time to say why.
 */
export function runState({
  running,
  reported,
  status,
}: Pick<FoundRun, "running" | "reported" | "status">): string {
  if (running) return "running";
  if (status === undefined) return reported ? "done" : "not running; how far it came is not known";
  if (isComplete(status)) return doneText(status);
  const { ended } = status;
  return `${stoppedText(status)}${ended === undefined ? WITHOUT_A_WORD : `: ${ended}`}`;
}

const WITHOUT_A_WORD = " without a word: the same command goes on from there";

function doneText({ failed }: RunStatus): string {
  if (failed === 0) return "done";
  return `done, but ${countText(failed)} ${failed === 1 ? "request" : "requests"} failed`;
}

function stoppedText({ done, total, questions, failed }: RunStatus): string {
  if (questions === failed) return "stopped before the first answer";
  if (done >= total) return "failed";
  const share = Math.floor((100 * done) / total);
  return `stopped at ${countText(done)} of ${countText(total)} (${share} %)`;
}
