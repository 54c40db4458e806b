import type { Experiment } from "../../study/experiment.ts";
import { canImply } from "../../study/study.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";

const groups = ["direct-split", "marginalnce", "promptnce"].map((name) => [
  name,
  `${name}:implied`,
  `${name}:empirical`,
]);

/** A marginal that costs nothing: the mean of the conditionals that were asked for anyway. */
export const impliedMarginal: Experiment = rankExperiment({
  id: "implied-marginal",
  title: "The marginal that a model's own conditionals imply",
  missing: (setting) =>
    setting.studies.some((study) => canImply(study, "direct", setting.config))
      ? undefined
      : "the mean of the conditionals says something of a base rate where a label has ten, and no dataset has so few labels",
  blocks: (study, { config }) =>
    canImply(study, "direct", config)
      ? groups.map((methods) => {
          const lines = methodLines(study, { methods, k: config.k, term: "pmi" });
          return pmiBlock(
            study,
            lines.map((line) => ({ ...line, ceiling: line.method.endsWith(":empirical") })),
          );
        })
      : [],
  notes: () => [
    "(implied): P(y) is the mean of the model's own P(y|x) over the pairs, with no call more; (empirical) as counted. Only where a label has ten conditionals or more on average, so not on Words.",
    "Direct-Split's conditionals are of pairs that people gave, so that their mean is above P(y); how they rank may serve nevertheless.",
  ],
});
