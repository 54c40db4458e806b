import type { Experiment } from "../../scoring/experiment.ts";
import { canImply } from "../../study/study.ts";
import { methodLines, pmiBlock, withCeilings } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";

const names = ["direct-split", "marginalnce", "promptnce"];

/** A marginal without extra requests: the mean of the conditionals already elicited. */
export const impliedMarginal: Experiment = rankExperiment({
  id: "implied-marginal",
  title: "The marginal that a model's own conditionals imply",
  missing: (setting) =>
    setting.studies.some((study) => canImply(study, "direct-split:implied", setting.config))
      ? undefined
      : "the mean of the conditionals says something of a base rate where a label has ten, and no dataset has so few labels",
  blocks: (study, { config }) =>
    canImply(study, "direct-split:implied", config)
      ? names.map((name) => {
          const methods = [name, `${name}:implied`, `${name}:empirical`];
          const lines = methodLines(study, { methods, k: config.k, estimated: "pmi" });
          return pmiBlock(study, withCeilings(lines));
        })
      : [],
  notes: () => [
    "(implied): P(y) is the mean of the model's own P(y|x) over the pairs, without further calls. (empirical): P(y) as counted. Only for datasets where a label has ten conditionals or more on average, so not for Words.",
    "Direct-Split's conditionals are of pairs that people gave, so their mean is above P(y). Their ranking may still be useful.",
  ],
});
