import { type GroundingDraw, groundingDraws, method, type Method } from "@promptnce/core";
import type { Experiment } from "../../study/experiment.ts";
import type { Study } from "../../study/study.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";

const methods = ["marginalnce", "promptnce"];

const shownBy: Readonly<Record<GroundingDraw, string>> = {
  answered: "examples as people answered",
  uniform: "examples uniform over pairs",
};

/** How far the ρ of grounded methods depends on which pairs their base rates were shown beside. */
export const groundingDraw: Experiment = rankExperiment({
  id: "grounding-draw",
  title: "Sensitivity to how grounding examples are drawn",
  blocks: (study, { config: { k, grounding: own } }) =>
    methods.map((id) => {
      const drawn = groundingDraws.map((draw) => methodShown(study, id, draw, own));
      // Neither is marked: the error by pair is not that of base rates which many pairs share.
      const lines = methodLines(study, { methods: drawn, k, term: "pmi" }).map((line) => ({ ...line, ceiling: true }));
      return pmiBlock(study, lines);
    }),
  notes: () => [
    "The same conditional, its base rate asked beside four pairs drawn with y by P(y|x), or uniformly over distinct (x, y). Where few labels have all base rates, as on ChaosNLI, asking three again moves ρ by more than ± says; a simulated respondent reads no examples, so that all of its difference is that.",
  ],
});

/** A method whose base rate is asked beside pairs of that draw, called as always where it is the run's own. */
function methodShown(study: Study, id: string, draw: GroundingDraw, own: GroundingDraw): Method {
  const shown = ({ knowsNothing, ...of }: Method): Method => ({
    ...of,
    id: draw === own ? of.id : `${of.id}/${draw}`,
    title: `${of.title}, ${shownBy[draw]}`,
    ...(knowsNothing && { knowsNothing: shown(knowsNothing) }),
  });
  return shown(method(id, { grounding: study.grounding(draw), marginal: study.dataset.marginal }));
}
