import { isClamped } from "@promptnce/core/information";
import type { Interval } from "@promptnce/core/resampling";
import type { Scored } from "@promptnce/core/scorecard";
import { type ResultLine, statusOf } from "@promptnce/rows/results";
import {
  type Extremes,
  gateVerdict,
  hasSign,
  methodDetails,
  type MethodSummary,
} from "@promptnce/rows/summary";
import { type FirstScreen, page, type PageContent, type PairEstimate, valueText } from "#report";
import { countText } from "@promptnce/core/errors";
import { said } from "../terminal/said.ts";
import { extremePairs } from "./extreme-pairs.ts";
import { peopleFigures, spreadFigures } from "./page-figures.ts";
import { contextFigures, extremeFigures, heatFigures } from "./shape-figures.ts";
import { measured, methodsTable } from "./page-tables.ts";

/** The parts of a page that do not depend on its statistics. */
export type PageFrame = Omit<PageContent, "first" | "outcome" | "sections" | "left">;

/** The input of a results page, from a run or from its result file. */
export interface ResultPageParts extends PageFrame {
  readonly task: string;
  readonly model: string;
  readonly methods: readonly MethodSummary[];
  /** The limitations of the results, derived from the estimates alone: one sentence each. */
  readonly limits: readonly string[];
  /** Covers all rows, not only the pairs shown. */
  readonly extremes: Extremes;
  /** The suggested next steps, one sentence each. */
  readonly next: readonly string[];
  /** The quality of the raw replies, before any correction, if the replies are available. */
  readonly raw?: readonly string[];
}

/** The page of estimates: one self-contained file. */
export function resultPage(parts: ResultPageParts): string {
  const { simulated, task, model, methods, next, raw = [], pairs } = parts;
  const shown = { task, model, pairs: pairs.pairs, simulated };
  const sections: PageContent["sections"] = [
    {
      id: "methods",
      title: "Methods in numbers",
      tables: [methodsTable(methods, simulated)],
      figures: [],
    },
    { id: "detail", title: "Every number in a sentence", folded: true, ...detailsOf(methods) },
    { id: "next", title: "What to try next", points: next, tables: [], figures: [] },
    { id: "raw", title: "Raw replies", points: raw, tables: [], figures: [] },
    { id: "people", title: "Compared with people", tables: [], figures: peopleFigures(shown) },
    {
      id: "spread",
      title: "Spread of the estimates",
      tables: [],
      figures: spreadFigures(shown),
    },
    {
      id: "extremes",
      title: "The most and the least informative pairs",
      folded: true,
      ...extremePairs(parts.extremes, simulated),
      figures: [],
    },
  ];
  return page({
    ...parts,
    first: firstScreen(parts),
    outcome: undefined,
    sections: sections.filter(
      ({ points = [], tables, figures }) => points.length + tables.length + figures.length > 0,
    ),
    left: [],
  });
}

/** The numbers of each method, each in a sentence. */
function detailsOf(methods: readonly MethodSummary[]): Omit<PageSection, "id" | "title"> {
  const points = methods.flatMap((method) =>
    methodDetails(method, method.scores !== undefined).map(([name, text]) =>
      [methods.length > 1 && method.method.title, name, text].filter(Boolean).join(": "),
    ),
  );
  return { points, tables: [], figures: [] };
}

type PageSection = PageContent["sections"][number];

/** The numbers of estimates and of invalid replies. */
export function unreadableFact(methods: readonly MethodSummary[]): readonly [string, string] {
  const estimates = methods.reduce((sum, method) => sum + method.estimates, 0);
  const unreadable = methods.reduce((sum, method) => sum + method.unreadable, 0);
  return ["Unreadable", `${countText(unreadable)} of ${countText(estimates)} estimates`];
}

/** A method's result for a pair, with the indices of the questions it used. */
export function pairEstimate(
  { method, estimate, other, readable }: Omit<ResultLine["estimate"], "trial">,
  asked: readonly number[],
): PairEstimate {
  const status = statusOf({ readable, estimate });
  return {
    method: method.title,
    ...estimate,
    ...(other !== undefined && { other }),
    status,
    asked,
  };
}

/**
 * The first section of a page of estimates: how informative x is about y, the distribution of PMI
 * and the limits of both.
 */
function firstScreen(parts: ResultPageParts): FirstScreen {
  const { methods, limits, extremes, simulated, pairs } = parts;
  const leading = methods.find(({ method }) => method.id === extremes.method?.id) ?? methods[0];
  const leadingPairs = pairs.pairs.flatMap(({ estimates, ...pair }) => {
    const leadingEstimate = estimates.find(({ method }) => method === leading?.method.title);
    return leadingEstimate ? [{ ...pair, estimates: [leadingEstimate] }] : [];
  });
  const shown = { pairs: leadingPairs, method: leading?.method.title ?? "", simulated };
  const [panel, ...others] = contextFigures(shown);
  const figure = panel ?? heatFigures(shown)[0] ?? extremeFigures(extremes, shown)[0];
  return {
    verdict: verdictOf(
      leading,
      leadingPairs.flatMap(({ estimates }) => estimates).filter(({ pmi }) => Number.isFinite(pmi)),
    ),
    said: [
      "PMI says how many times as likely y is given x as it is overall: at 0, x says nothing about y; at 0.69 nats (ln 2), y is twice as likely; at −0.69, half as likely.",
      ...limitsOf(leading),
      ...limits.map((text) => `Limit: ${text}`),
    ],
    figure,
    others,
  };
}

/**
 * The verdict over all pairs of the page: how much x tells about y and, if people were counted, the
 * agreement with them.
 */
function verdictOf(
  leading: MethodSummary | undefined,
  estimates: readonly PairEstimateRow[],
): string {
  if (leading === undefined || estimates.length === 0) return "No estimate of PMI could be read.";
  const { method, scores } = leading;
  if (!hasSign(method)) return `${method.title} ${NO_BASE_RATE}${noPmiText(scores)}`;
  if (estimates.every(isClamped)) {
    return `${method.title} measures nothing here: in each of the ${countText(estimates.length)} pairs on this page the model answered 0 as a probability.`;
  }
  const likelier = estimates.filter(({ pmi = 0 }) => pmi > 0).length;
  const part =
    estimates.length < FEW ? likelier : `${Math.round((100 * likelier) / estimates.length)} %`;
  const spread = `According to ${method.title}, x makes y likelier in ${part} of the ${countText(estimates.length)} pairs on this page${middleText(estimates)}.`;
  if (scores === undefined || Number.isNaN(scores.rho)) return spread;
  const rho = valueText(measured(scores), 2);
  if (scores.pairs < FEW)
    return `${spread} People's answers cover ${scores.pairs} of these pairs, too few to say whether the estimates agree with them.`;
  return `${spread} ${orderText(scores.interval)} (ρ ${rho})${caveatText(scores)}.`;
}

const NO_BASE_RATE = "has no base rate, so its numbers are log P(y|x), not PMI.";

/** The ρ of a method without a base rate, which no agreement or contradiction follows from. */
function noPmiText(scores: Scored | undefined): string {
  return scores === undefined || Number.isNaN(scores.rho)
    ? ""
    : ` Its ranking has a ρ of ${valueText(measured(scores), 2)} with people's PMI.`;
}

type PairEstimateRow = PageContent["pairs"]["pairs"][number]["estimates"][number];

/** What x changes in the middle pair of those whose PMI is no clamp of an answer of 0. */
function middleText(estimates: readonly PairEstimateRow[]): string {
  const measured = estimates.filter((estimate) => !isClamped(estimate));
  const ordered = measured.map(({ pmi = Number.NaN }) => pmi).toSorted((a, b) => a - b);
  const half = ordered.length / 2;
  const median = (ordered[Math.floor(half)]! + ordered[Math.ceil(half) - 1]!) / 2;
  const zeros = estimates.length - measured.length;
  const among = zeros === 0 ? "" : `, in the ${countText(measured.length)} without an answer of 0,`;
  return `; typically${among} x makes y ${changeText(median)}`;
}

/** What a PMI does to the likelihood of y, in words. */
function changeText(pmi: number): string {
  const times = Math.exp(pmi);
  const percent = Math.round(100 * Math.abs(1 - times));
  if (percent === 0) return "neither likelier nor less likely";
  if (times >= 2) return `${times.toPrecision(2)} times as likely`;
  return `${percent} % ${times < 1 ? "less likely" : "likelier"}`;
}

/** The conclusion on the order of the estimates that the interval of ρ supports. */
function orderText({ low, high }: Interval): string {
  if (low > 0) return "Its ranking agrees with people's";
  if (high < 0) return "Its ranking contradicts people's";
  return "Its ranking is not shown to be related to people's";
}

/** What an agreement with people may rest on besides knowledge of which y goes with which x. */
function caveatText(scores: Scored): string {
  const uses = scores.interval.low > 0 ? gateVerdict(scores)?.usesBoth : undefined;
  if (uses === "not shown") return ", but a method that ignores x or y might do as well";
  return uses === "unknown" ? ", but nothing here would detect estimates that ignore y" : "";
}

/** The number of pairs below which agreement with people is meaningless. */
const FEW = 30;

/** The caveats of the result. */
function limitsOf(leading: MethodSummary | undefined): string[] {
  if (leading === undefined) return [];
  const { estimates, unreadable, scores, belowClamp } = leading;
  return said(
    scores === undefined &&
      "Limit: without people's answers, nothing here shows how right the model is.",
    unreadable > 0 &&
      `Limit: ${countText(unreadable)} of ${countText(estimates)} estimates could not be read.`,
    belowClamp > 0 &&
      `Limit: ${countText(belowClamp)} estimates have a term below 0.000001, where differences mean little.`,
  );
}
