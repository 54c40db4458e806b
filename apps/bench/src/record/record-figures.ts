import type { DotsFigure } from "@promptnce/report";
import { rateOf } from "./agreement.ts";
import type { JudgedReplies } from "./judged-replies.ts";

/** The legend labels of the base rates. */
const seriesTitles = {
  own: "divided by the base rate the model states",
  counted: "by the one counted among people",
  implied: "by the one its own answers imply",
} as const;

/**
 * The leading figure of the page: three base rates on each line, sorted by the implied one, highest
 * first.
 */
export function leadFigure(all: readonly JudgedReplies[]): DotsFigure {
  const lines = byImplied(all);
  return {
    kind: "dots",
    name: "record-base-rates",
    title:
      "How well models know who answers what: Spearman's ρ between their PMI and people's, on 100 survey questions",
    simulated: undefined,
    axis: "ρ with people's PMI",
    series: Object.values(seriesTitles),
    dots: lines.flatMap(({ row, judged }) =>
      (["own", "counted", "implied"] as const).flatMap((id) => {
        const rate = rateOf(judged.agreement, id);
        return rate && rate.pairs > 0
          ? [{ row, series: seriesTitles[id], value: rate.pmi.rho }]
          : [];
      }),
    ),
  };
}

/** The advantage of the implied base rate over each other, with intervals. */
export function differencesFigure(all: readonly JudgedReplies[]): DotsFigure {
  return {
    kind: "dots",
    name: "record-differences",
    title: "ρ of PMI with the implied base rate, less that with the counted one",
    simulated: undefined,
    axis: "difference of ρ, with its 95 % interval",
    series: ["implied less counted"],
    dots: byImplied(all).map(({ row, judged }) => {
      const { difference, low, high } = judged.agreement.difference("implied", "counted");
      return { row, series: "implied less counted", value: difference, low, high };
    }),
  };
}

function byImplied(all: readonly JudgedReplies[]) {
  const implied = ({ agreement }: JudgedReplies): number => rateOf(agreement, "implied")!.pmi.rho;
  return all
    .toSorted((a, b) => implied(b) - implied(a))
    .map((judged) => {
      const { model, way, unreadable } = judged.agreement.replies;
      const { baseRates, ofBaseRates } = unreadable;
      const stated = baseRates > 0 ? ` (states ${ofBaseRates - baseRates} of ${ofBaseRates})` : "";
      return { row: `${model}, ${way}${stated}`, judged };
    });
}
