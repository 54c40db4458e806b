import type { Label } from "@promptnce/core";
import { describeMethod, method, type Method, type MethodId } from "@promptnce/core/methods";
import { OptionError } from "@promptnce/core/errors";
import type { TaskSetup } from "../task/task-setup.ts";

/** What decides whether a method can be used on one x alone. */
export interface AboutInput {
  readonly task: TaskSetup;
  /** Whether x has a context, whose labels a grounded prompt then shows. */
  readonly hasContext: boolean;
  readonly labels: readonly Label[];
  /** Labels in a candidate set. */
  readonly k: number;
  /** Whether all labels are asked about, to be ranked. */
  readonly isRanked: boolean;
}

/**
 * The method for one x without a table: the given one, or PromptNCE, with a grounded base rate
 * where the task has examples or x has a context.
 *
 * @throws OptionError for an unknown method, or one that rests on what only a table has.
 */
export function inputMethod(id: MethodId | undefined, about: AboutInput): MethodId {
  const canGround = about.task.examples !== undefined || about.hasContext;
  if (id === undefined) return canGround ? "promptnce" : "promptnce:ungrounded";
  const known = methodOf(id);
  const { needs } = known;
  if (needs.people || needs.counts || needs.allAnswers) {
    throw new OptionError(
      "method",
      `${id} takes its base rates from a table; give one to estimate.rows, or use promptnce`,
    );
  }
  if (known.asks.includes("grounded") && !canGround) {
    throw new OptionError(
      "method",
      `${id} shows four pairs where it asks for a base rate, and the task has no examples; give it four, or add :ungrounded to the method`,
    );
  }
  if (about.isRanked && known.conditional?.isClosed && about.k < about.labels.length) {
    throw new OptionError(
      "method",
      (write) =>
        `${id} divides all mass among the labels of one candidate set, so labels of different sets cannot be ranked; use promptnce, or ${write("k", about.labels.length)}`,
    );
  }
  return id;
}

function methodOf(id: MethodId): Method {
  const known = describeMethod(id);
  if (known !== undefined) return known;
  try {
    return method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() });
  } catch (error) {
    throw error instanceof RangeError ? new OptionError("method", error.message) : error;
  }
}
