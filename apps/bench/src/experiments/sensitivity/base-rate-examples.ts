import type { Experiment } from "../../scoring/experiment.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";
import { methodShown, readingsOf } from "../parts/responses-shown.ts";

const methods = ["direct-split", "marginalnce", "promptnce"];

/**
 * How much the ρ of grounded methods depends on the number of responses that their base-rate
 * examples show.
 */
export const baseRateExamples: Experiment = {
  ...rankExperiment({
    id: "base-rate-examples",
    title: "Base rates asked beside examples of one response or of three",
    blocks: (study, { config }) =>
      methods.map((id) => {
        const shown = readingsOf(config).map((count) => methodShown(study, id, count, config));
        // Neither is marked, because the error by pair does not cover base rates that many pairs
        // share.
        const lines = methodLines(study, { methods: shown, k: config.k, estimated: "pmi" }).map(
          (line) => ({
            ...line,
            ceiling: true,
          }),
        );
        return pmiBlock(study, lines);
      }),
    notes: () => [
      "The conditional is the same. Its base rate is asked beside the same four inputs, each with the response drawn with it or with its three commonest responses. The paper's prompt has “their common responses” and {responses_1}; its Section 2.1 has “four input-output pairs”.",
      "Where few labels have all base rates, as on ChaosNLI, asking three again changes ρ by more than ± says. A simulated respondent reads no examples, so all of its difference comes from asking again.",
    ],
  }),
  // A report on a run that used one response adds no questions that the run did not ask.
  byDefault: (config) => readingsOf(config).length > 1,
};
