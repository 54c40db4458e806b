import type { Provider } from "@promptnce/core";
import { type Pack, readPromptWith } from "@promptnce/prompts/packs";
import { repliesAt, type ModelChoice, modelProvider } from "@promptnce/command";
import type { Config } from "./config.ts";
import type { Subject } from "./job.ts";

/** The provider for the questions about a subject. */
export type Respondents = (subject: Subject) => Provider;

/**
 * Returns the provider for each subject: the named model, shared by all subjects so that they have
 * one pace and one budget, or the simulated respondent, which answers from the subject's own joint
 * distribution.
 *
 * @throws UsageError if settings cannot be sent, ProviderError if a key is missing
 */
export async function respondents(
  config: Config,
  choice: ModelChoice,
  packs: readonly Pack[] = [],
  onPace?: (line: string) => void,
): Promise<Respondents> {
  if (choice.provider === "simulated") {
    const { simulated } = await import("@promptnce/rehearsal");
    const { profile, seed } = config;
    const read = readPromptWith(packs);
    return (joint) => simulated({ read, joint, profile, seed });
  }
  const model = await modelProvider(
    { ...config, replies: repliesAt(config.store), ...(onPace && { onPace }) },
    choice,
  );
  const { recorded } = choice;
  if (recorded === undefined) return () => model;
  const sentAs = { ...model, settings: recorded, plain: recorded["chat_template"] === "none" };
  return () => sentAs;
}
