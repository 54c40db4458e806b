import type { Provider } from "@promptnce/core";
import { type ModelChoice, modelProvider, type ModelOptions } from "@promptnce/providers/choose";
import type { Profile } from "@promptnce/providers";
import { countedJoint, madeUpJoint, type Survey, type TaskSetup } from "@promptnce/rows";

/** Who answers, and what to say of it. */
export interface Respondent {
  readonly provider: Provider;
  readonly simulated: boolean;
  /** For people. */
  readonly title: string;
}

interface RespondentOptions {
  readonly choice: ModelChoice;
  readonly model: ModelOptions;
  readonly profile: Profile;
  readonly seed: string;
  readonly task: TaskSetup;
  readonly survey: Survey;
  /** The rows' file, for the name of what the simulated respondent knows. */
  readonly file: string;
}

/**
 * The model that was named; without one the simulated respondent, which answers from the counts of
 * the rows where they are known, else from a distribution made up for their labels.
 *
 * @throws UsageError, ProviderError as `modelProvider` does.
 */
export async function respondent(options: RespondentOptions): Promise<Respondent> {
  const { choice, model, profile, seed, task, survey, file } = options;
  if (choice.provider !== "simulated") {
    const provider = await modelProvider(model, choice);
    return { provider, simulated: false, title: `${provider.model} (${provider.name})` };
  }
  const { simulated } = await import("@promptnce/providers/simulated");
  const { people, marginal } = survey;
  const joint =
    people === undefined
      ? madeUpJoint(marginal, seed, `made up for ${file}`)
      : countedJoint(people, task.fields, `counts of ${file}`);
  const knows = people === undefined ? "a distribution made up for these labels" : "the rows' own counts";
  return {
    provider: simulated({ read: task.read, joint, profile, seed }),
    simulated: true,
    title: `the simulated respondent (${profile}), which is no model and answers from ${knows}`,
  };
}
