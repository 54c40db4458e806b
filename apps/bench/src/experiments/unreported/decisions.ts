import type { Experiment } from "../../scoring/experiment.ts";
import { canImply } from "../../study/study.ts";
import { methodLines, pmiBlock, withCeilings } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";
import { aloneJob } from "./decisions-effects.ts";
import { decisionsFigure, decisionsFinding } from "./decisions-figure.ts";
import { conditionals, decidedWays, decisionsTable } from "./decisions-table.ts";

/** Base rates of a decision model: asked, asked beside examples, implied and counted. */
const RATES = [":ungrounded", "", ":implied", ":empirical"];

const ranked: Experiment = rankExperiment({
  id: "decisions",
  title: "The probabilities of a decision model",
  missing: ({ config }) =>
    config.mode === "decisions"
      ? undefined
      : "it is about decision models; name one, or read the simulated respondent's decisions",
  blocks: (study, { config }) =>
    Array.from(decidedWays.keys(), (way) => {
      const implies = canImply(study, `${way}:implied`, config);
      const methods = RATES.filter((rate) => implies || rate !== ":implied").map(
        (rate) => `${way}${rate}`,
      );
      const lines = methodLines(study, { methods, k: config.k, estimated: "pmi" });
      return pmiBlock(study, withCeilings(lines));
    }),
  notes: () => [
    "Spearman's ρ between estimated and true PMI, ± bootstrap standard error. PromptNCE asks with OTHER among the options, MarginalNCE without it, Direct-Split how likely a statement about one label is.",
    "P(y): (ungrounded) a statement about a state that shows no x; without a word behind the name, the same beside examples; (implied) the mean of the model's own P(y|x); (empirical) as counted from people, a ceiling.",
    "A probability that came as 0.00 counts as .005, in P(y|x) as in P(y): such pairs are tied, by mean ranks.",
  ],
});

/**
 * What the probabilities of decision models are worth: open sets (with OTHER) beside closed ones
 * and statements about one label, each over four base rates, and whether the probabilities are
 * people's.
 */
export const decisions: Experiment = {
  ...ranked,
  byDefault: ({ mode }) => mode === "decisions",
  alone: ({ studies, config }) =>
    studies.flatMap((study) =>
      Array.from(decidedWays.keys(), (way) => aloneJob(study, way, config.k)),
    ),
  blocks: (results) => [
    ...ranked.blocks!(results),
    ...results.studies.map((study) => conditionals(study, results.config.k)),
  ],
  report(results, blocks) {
    const first = blocks.length - results.studies.length;
    const { tables } = ranked.report(results, blocks.slice(0, first));
    const people = decisionsTable(results, blocks.slice(first));
    return {
      tables: [...tables, people],
      figures: [decisionsFigure(people)],
      finding: decisionsFinding(people),
    };
  },
};
