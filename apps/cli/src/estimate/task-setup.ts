import type { FindTemplate, Grounding } from "@promptnce/core";
import type { Mode as WordingMode } from "@promptnce/prompts";
import { UsageError } from "@promptnce/providers/choose";
import type { PromptReader } from "@promptnce/providers";

/** What a task brings to an estimate: how to ask, and what x is made of. */
export interface TaskSetup {
  /** As the questions name it. */
  readonly name: string;
  /** The fields of x that its prompts show. */
  readonly fields: readonly string[];
  readonly findTemplate: FindTemplate;
  /** Reads its prompts back, for the simulated respondent. */
  readonly read: PromptReader;
  /** What its grounded base rate shows; drawn from the rows where it brings none. */
  readonly examples?: Grounding["examples"];
}

const builtIn = new Map<string, readonly string[]>([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
]);

/**
 * The task of that name, in the wordings of a mode.
 *
 * @throws UsageError for a name it does not know.
 */
export async function taskSetup(name: string, mode: WordingMode): Promise<TaskSetup> {
  const fields = builtIn.get(name);
  if (fields === undefined) {
    throw new UsageError(`--task: there is no task ${name}; name one of ${[...builtIn.keys()].join(", ")}`); // prettier-ignore
  }
  const { findTemplateIn, readPrompt } = await import("@promptnce/prompts");
  return { name, fields, findTemplate: findTemplateIn(mode), read: readPrompt };
}
