import { modelProvider } from "@promptnce/providers/choose";
import { simulated } from "@promptnce/providers/simulated";
import { countedJoint, madeUpJoint, type Survey, type TaskSetup } from "@promptnce/rows";
import type { EstimateOptions } from "./estimate-options.ts";

/** Who answers, and what people are told of it. */
export type Respondent = Awaited<ReturnType<typeof respondent>>;

/**
 * The model that was named; without one the simulated respondent, which answers from the counts of
 * the rows where they are known, else from a distribution made up for their labels.
 *
 * @param file The rows' file, for the name of what the simulated respondent knows.
 * @throws UsageError, ProviderError as `modelProvider` does.
 */
export async function respondent(
  { choice, model, given: { profile, seed } }: Pick<EstimateOptions, "choice" | "model" | "given">,
  { task, survey, file }: { readonly task: TaskSetup; readonly survey: Survey; readonly file: string },
) {
  if (choice.provider !== "simulated") {
    const provider = await modelProvider(model, choice);
    return { provider, simulated: false, title: `${provider.model} (${provider.name})` };
  }
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
