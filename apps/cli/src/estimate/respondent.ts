import { simulated } from "@promptnce/providers/simulated";
import { countedJoint, madeUpJoint, type Survey, type TaskSetup } from "@promptnce/rows";
import { type AskedModel, providerOf } from "../options/chosen-model.ts";

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
  asked: AskedModel,
  { task, survey, file }: { readonly task: TaskSetup; readonly survey: Survey; readonly file: string },
) {
  const { people, marginal } = survey;
  const { profile, seed } = asked.given;
  const isSimulated = asked.choice.provider === "simulated";
  const provider = await providerOf(asked, () => {
    const joint =
      people === undefined
        ? madeUpJoint(marginal, seed, `made up for ${file}`)
        : countedJoint(people, task.fields, `counts of ${file}`);
    return simulated({ read: task.read, joint, profile, seed });
  });
  const knows = people === undefined ? "a distribution made up for these labels" : "the rows' own counts";
  const title = isSimulated
    ? `the simulated respondent (${profile}), which is no model and answers from ${knows}`
    : `${provider.model} (${provider.name})`;
  return { provider, simulated: isSimulated, title };
}
