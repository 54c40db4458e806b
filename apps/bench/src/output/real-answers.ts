import { drawFigure, type PageOpening } from "@promptnce/report";
import { printedPmi } from "../paper/full-results.ts";
import { printedStructure } from "../paper/main-text.ts";
import { paperModels } from "../paper/models.ts";
import kept from "./real-answers.json" with { type: "json" };

/** What a model that was asked here is worth on a dataset, beside label frequency alone. */
export interface RealAnswer {
  readonly model: string;
  /** The day of its last reply. */
  readonly asked: string;
  readonly dataset: string;
  readonly pairs: number;
  /** Spearman's ρ with people's PMI; without standard error where it has none. */
  readonly promptnce?: RankEstimate;
  readonly frequency?: RankEstimate;
}

interface RankEstimate {
  readonly value: number;
  readonly standardError?: number | undefined;
}

const [FREQUENCY, OWN] = ["label frequency alone, which ignores x", "PromptNCE"] as const;

/** How the paper's models and those kept here rank real pairs. Nothing is asked for it. */
export function realAnswers(answers: readonly RealAnswer[] = kept): PageOpening {
  const lines = Object.entries(printedStructure).flatMap(([dataset, { rhoMarginal }]) => {
    const printed = printedPmi[dataset]?.["promptnce"] ?? {};
    const ofPaper = (["claude", "gpt"] as const).map((model) => ({
      row: `${dataset}: ${paperModels[model]}, 500 pairs of the paper`,
      promptnce: printed[model],
      frequency: { value: rhoMarginal },
    }));
    const ofHere = answers
      .filter((answer) => answer.dataset === dataset)
      .map((answer) => ({ ...answer, row: `${dataset}: ${answer.model}, ${answer.pairs} pairs` }));
    return [...ofPaper, ...ofHere];
  });
  const [figure] = drawFigure({
    kind: "dots",
    name: "real",
    title: "Real models: Spearman's ρ with people's PMI",
    simulated: undefined,
    axis: "Spearman's ρ with people's PMI",
    series: [FREQUENCY, OWN],
    dots: lines.flatMap(({ row, promptnce, frequency }) => [
      ...(frequency ? [{ row, series: FREQUENCY, ...span(frequency) }] : []),
      ...(promptnce ? [{ row, series: OWN, ...span(promptnce) }] : []),
    ]),
  });
  const days = answers.map(({ asked }) => asked).toSorted();
  return {
    title: "What real models said",
    verdict:
      "On words and goemotions, label frequency alone ranks pairs better than the paper's models do with PromptNCE; on chaosnli it does no better than chance.",
    figure: figure!,
    said: [
      "ρ is 1 if pairs are in people's order, and 0 by chance.",
      ...(days.length > 0 ? [`Recorded until ${days.at(-1)}; no model was asked just now.`] : []),
    ],
  };
}

/** A value with its interval of 95 %. */
function span({ value, standardError }: RankEstimate) {
  if (standardError === undefined) return { value };
  return { value, low: value - 1.96 * standardError, high: value + 1.96 * standardError };
}
