import { type Pack, readPromptWith } from "@promptnce/prompts/packs";
import { repliesAt } from "@promptnce/command";
import { type ModelChoice, modelProvider } from "@promptnce/command";
import type { Config } from "./config.ts";
import type { Subject } from "./job.ts";

/**
 * Who answers about a subject: the model that was named, one for all subjects so that they share its pace and its
 * budget, or the simulated respondent, which answers from each subject's own joint distribution.
 *
 * @throws UsageError where the settings cannot be sent, ProviderError where a key is missing.
 */
export async function respondents(
  config: Config,
  choice: ModelChoice,
  packs: readonly Pack[] = [],
  onPace?: (line: string) => void,
) {
  if (choice.provider === "simulated") {
    const { simulated } = await import("@promptnce/providers/simulated");
    const { profile, seed } = config;
    const read = readPromptWith(packs);
    return (joint: Subject) => simulated({ read, joint, profile, seed });
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

export type Respondents = Awaited<ReturnType<typeof respondents>>;
