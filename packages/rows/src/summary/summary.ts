import { countText, percentText, type WriteOption } from "@promptnce/core/errors";
import { decidedBy } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import type { Interval } from "@promptnce/core/resampling";
import { gateVerdict } from "./gate-verdict.ts";
import { FEWEST_PAIRS, type Scored } from "@promptnce/core/scorecard";
import type { Drawn, MethodSummary } from "./method-summary.ts";
import { unitName, worthText } from "./unit-text.ts";
import { limitTexts, type StepFacts } from "./found-limits.ts";
import { nextSteps } from "./next-steps.ts";

/** The facts of a run that its summary states. */
export interface SummaryFacts extends StepFacts {
  /** The number of rows that can be used. */
  readonly rows: number;
  /** The number of distinct inputs. */
  readonly inputs: number;
  /** The number of rows whose pair an earlier row has. */
  readonly repeated: number;
  /** Who answered, as text for people; for the simulated respondent, with what that means. */
  readonly respondent: string;
  readonly k: number;
  /** Whether a method shows candidate sets, so that K matters. */
  readonly candidateSets: boolean;
  /** The number of questions answered in this run. */
  readonly questions: number;
  /** The number of these answered from the store. */
  readonly fromStore: number;
  /** The number of further replies, asked for because an earlier one could not be read. */
  readonly again: number;
  /** The cost, as text; absent if nothing was paid. */
  readonly cost?: string;
  /** The labels of each context; absent if all rows share one context. */
  readonly contexts?: readonly { readonly labels: readonly unknown[] }[] | undefined;
  /** The recorded sets that omit some of the mass; absent if a model was asked. */
  readonly omitted?:
    | { readonly sets: number; readonly of: number; readonly mean: number }
    | undefined;
  readonly seed: string;
  /** The number of first rows or inputs that were asked about; absent if all were. */
  readonly first?: number;
  /** The number of rows or inputs that were drawn and asked about; absent if none were drawn. */
  readonly sample?: number;
}

/**
 * The summary of a run for people: rows, questions, each method's statistics, limits, and what to
 * try next. `write` formats the names of options; by default as a program sets them.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const counts = { estimates: 10, unreadable: 4, doubtful: 0, shown: 0, belowClamp: 0 };
 * const run = { respondent: "gpt-5", k: 5, questions: 20, fromStore: 0, again: 0, seed: "1" };
 * const facts = { ...run, simulated: false, counted: false, rows: 10, inputs: 5, repeated: 0 };
 * const text = summaryText({ ...facts, labels: 50, candidateSets: true }, [{ method, ...counts }]);
 * text.split("\n")[0];
 * // → "10 rows, 5 different inputs, 50 labels; answered by gpt-5."
 */
export function summaryText(
  facts: SummaryFacts,
  methods: readonly MethodSummary[],
  write?: WriteOption,
): string {
  const { inputs, labels, questions, fromStore, again, cost } = facts;
  const set = Math.min(facts.k, labels);
  const limiting = limitTexts(facts, methods);
  const lines = [
    `${rowsText(facts)}, ${countText(inputs)} different inputs${facts.contexts ? contextsText(facts.contexts) : `, ${countText(labels)} labels`}; answered by ${facts.respondent}.`,
    facts.first !== undefined &&
      `Asked about the first ${countText(facts.first)} only; labels and base rates are those of all rows.`,
    facts.sample !== undefined &&
      `Asked about ${countText(facts.sample)} drawn at random; labels and base rates are those of all rows.`,
    `${countText(questions)} questions, ${countText(fromStore)} of them answered from the store${again === 0 ? "" : `; ${countText(again)} asked again because the reply could not be read`}.${cost === undefined ? "" : ` ${cost}`}`,
    ...omittedLines(facts),
    facts.candidateSets &&
      facts.contexts === undefined &&
      `Coverage K/L = ${set}/${labels} = ${percentText(set / labels)} of the labels in a candidate set.`,
    ...methods.flatMap((method) => ["", ...methodLines(method, facts.counted)]),
    ...(limiting.length > 0
      ? ["", "What limits this result", ...limiting.map((text) => `  - ${text}`)]
      : []),
    "",
    "What to try next",
    ...nextSteps(facts, methods, write).map((step) => `  - ${step}`),
  ];
  return `${lines.filter((line) => line !== false).join("\n")}\n`;
}

/** How many pairs there are, and rows if some repeat a pair. */
function rowsText({ rows, repeated }: SummaryFacts): string {
  return repeated === 0
    ? `${countText(rows)} rows`
    : `${countText(rows - repeated)} pairs (${countText(rows)} rows)`;
}

/** The line of the recorded sets that omit some of the mass. */
function omittedLines({ omitted }: SummaryFacts): string[] {
  if (omitted === undefined || omitted.sets === 0) return [];
  return [
    `${countText(omitted.sets)} of ${countText(omitted.of)} sets sum to less than one, by ${probabilityText(omitted.mean)} on average: that mass is taken for options they omit, and theirs are not rescaled.`,
  ];
}

function contextsText(contexts: NonNullable<SummaryFacts["contexts"]>): string {
  const sizes = contexts.map(({ labels }) => labels.length);
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  const range = fewest === most ? `${most}` : `${fewest} to ${most}`;
  return ` in ${countText(contexts.length)} contexts of ${range} labels`;
}

function methodLines(summary: MethodSummary, counted: boolean): string[] {
  const {
    method,
    estimates,
    unreadable,
    doubtful,
    belowClamp,
    meanOther,
    R,
    rhoMarginal,
    termsDrawn,
  } = summary;
  const by = decidedBy(summary);
  const decided = by && `: ${by === "both" ? "both terms" : `the ${by}`} decide the ranking`;
  const lines = [
    method.title,
    `  unreadable    ${countText(unreadable)} of ${countText(estimates)} (${percentText(unreadable / estimates)})`,
    doubtful > 0 &&
      `  doubtful      ${countText(doubtful)} of ${countText(estimates)} (${percentText(doubtful / estimates)}) rest on masses that sum far from one, rescaled`,
    ...zeroLines(summary),
    belowClamp > 0 &&
      `  near zero     ${countText(belowClamp)} of ${countText(estimates)} have a term between 0 and 0.000001, which ranks below an answered 0`,
    meanOther !== undefined &&
      `  mass on OTHER ${meanOther.toFixed(2)} on average, outside the candidate set`,
    R !== undefined && !Number.isNaN(R) && `  base rates    ${ratioText(R)}${decided ?? ""}`,
    rhoMarginal !== undefined &&
      !Number.isNaN(rhoMarginal) &&
      `                the rarity of the labels alone has rho = ${number(rhoMarginal)} with this ranking${drawnText(termsDrawn)}`,
    ...(counted || summary.scores ? scoreLines(summary) : []),
  ];
  return lines.filter((line) => line !== false);
}

/** The line of the masses that are exactly 0, and of what is 0 by 0. */
function zeroLines({ zeros, estimates }: MethodSummary): string[] {
  const { conditional = 0, marginal = 0, both = 0 } = zeros ?? {};
  if (conditional + marginal === 0) return [];
  const counts = [
    conditional > 0 && `P(y|x) is exactly 0 in ${countText(conditional)}`,
    marginal > 0 && `P(y) in ${countText(marginal)}`,
  ].filter((text) => text !== false);
  const undefinedText =
    both > 0 ? `; both in ${countText(both)}, whose PMI is kept as 0 and measures nothing` : "";
  return [`  zeros         of ${countText(estimates)}, ${counts.join(", ")}${undefinedText}`];
}

function drawnText(drawn: Drawn | undefined): string {
  if (drawn === undefined) return "";
  return ` (of ${countText(drawn.kept)} drawn from ${countText(drawn.of)})`;
}

/** The lines of scores, or a line that says why there are none despite people's counts. */
function scoreLines({ method, scores, scoresDrawn, estimates, shown }: MethodSummary): string[] {
  if (scores === undefined) {
    const besides = shown > 0 ? ` besides the ${countText(shown)} that a prompt has shown` : "";
    return [
      shown === estimates
        ? "  people        all pairs were shown in a prompt, so none is left to score"
        : `  people        fewer than three pairs have an estimate and people's PMI${besides}, too few to score`,
    ];
  }
  const isCounted = describeMethod(method.id)?.needs.people === true;
  return [
    ...rhoLines(
      scores,
      scoresDrawn ? `, drawn from ${countText(scoresDrawn.of)} rows` : "",
      isCounted,
    ),
    ...calibrationLines(scores),
    ...distanceLines(scores),
  ];
}

/** The lines of ρ with its errors; one line that says why there is no ρ if one side is constant. */
function rhoLines(scores: Scored, drawn: string, isCounted: boolean): string[] {
  const { pairs, rows, rho, rhoError, interval, beyond, unit, centred, isAlone } = scores;
  const repeated = rows > pairs ? ` (${countText(rows)} rows)` : "";
  const over = `over ${countText(pairs)} pairs${repeated}${drawn}`;
  if (Number.isNaN(rho)) {
    return [
      `  people        no rho with their PMI ${over}: ${isAlone ? "with one input in each context, PMI is 0 by definition" : "all estimates are equal, or all of people's PMI"}`,
    ];
  }
  const besides = [
    varies(interval) && `95 % of resamples have ${range(interval)}`,
    !Number.isNaN(beyond.rho) &&
      `beyond the true base rates rho = ${number(beyond.rho)}${varies(beyond.interval) ? `, ${range(beyond.interval)}` : ""}`,
  ].filter((text) => text !== false);
  const whole =
    unit.name === "pair" || !(rhoError > 0)
      ? ""
      : `, ± by resampling each ${unitName(unit.name)} whole (${countText(unit.count)}${worthText(unit)})`;
  return [
    `  people        rho = ${withError(rho, rhoError)} with their PMI ${over}${whole}${pairs < FEWEST_PAIRS ? ", too few to show anything" : ""}`,
    ...(besides.length > 0 ? [`                ${besides.join("; ")}`] : []),
    ...peopleLines(scores),
    ...termLines(scores, isCounted),
    ...(centred && !Number.isNaN(centred.rho)
      ? [
          `                which y with which x: rho centred by both = ${withError(centred.rho, centred.rhoError)}`,
        ]
      : []),
    ...blindLines(scores),
    ...verdictLines(scores),
  ];
}

/** The line of ρ if each pair counts by the people whose answer it is. */
function peopleLines({ byPeople }: Scored): string[] {
  if (byPeople === undefined || Number.isNaN(byPeople)) return [];
  return [
    `                each pair counts once; by the number of people who gave it, rho = ${number(byPeople)}`,
  ];
}

/** Whether resamples differ: where all give the same ρ, they say nothing of how sure it is. */
function varies({ low, high }: Interval): boolean {
  return low < high;
}

/** The line of the verdict; for so few pairs that nothing is shown there is none. */
function verdictLines(scores: Scored): string[] {
  const verdict = scores.pairs < FEWEST_PAIRS ? undefined : gateVerdict(scores);
  return verdict === undefined ? [] : [`                uses both x and y: ${verdict.text}`];
}

/**
 * The line of each term's own ρ. A base rate taken from people's counts is left out, since its ρ
 * would say nothing.
 */
function termLines({ terms: { conditional, marginal } }: Scored, isCounted: boolean): string[] {
  const said = [
    conditional !== undefined && `P(y|x) has rho = ${number(conditional)} with theirs`,
    marginal !== undefined && !isCounted && `P(y) has ${number(marginal)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [`                ${said.join(", ")}`] : [];
}

function blindLines({ blind: { toX = Number.NaN, toY = Number.NaN } }: Scored): string[] {
  const said = [
    !Number.isNaN(toX) && `base rates alone, blind to x, have rho = ${number(toX)}`,
    !Number.isNaN(toY) && `each x's mean, blind to y, has rho = ${number(toY)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [`                ${said.join("; ")}`] : [];
}

function distanceLines({ distances }: Scored): string[] {
  if (distances === undefined) return [];
  const { x, totalVariation, jensenShannon, earthMovers } = distances;
  const text = ({ mean, standardError }: typeof totalVariation): string =>
    Number.isNaN(standardError)
      ? probabilityText(mean)
      : `${probabilityText(mean)} ± ${probabilityText(standardError)}`;
  const steps =
    earthMovers === undefined ? "" : `, earth mover's distance ${text(earthMovers)} steps`;
  return [
    `                P(y|x) is off by a total variation of ${text(totalVariation)}, Jensen-Shannon ${text(jensenShannon)} nats${steps}, on average over ${countText(x)} inputs`,
  ];
}

/**
 * A value with its error; three digits if the error would otherwise read ± 0.00. Without one where
 * no resample differs.
 */
function withError(value: number, error: number): string {
  if (!(error > 0)) return number(value);
  const digits = error < 0.005 ? 3 : 2;
  return `${number(value, digits)} ± ${number(error, digits)}`;
}

function calibrationLines({
  slope = Number.NaN,
  calibrationError = Number.NaN,
  absoluteError = Number.NaN,
}: Scored): string[] {
  const said = [
    !Number.isNaN(slope) && `calibration slope ${number(slope)} on the log scale (ideal 1)`,
    !Number.isNaN(calibrationError) &&
      `ten-bin calibration error ${probabilityText(calibrationError)}`,
    !Number.isNaN(absoluteError) && `mean absolute error ${probabilityText(absoluteError)}`,
  ].filter((text) => text !== false);
  return said.length > 0 ? [`                ${said.join(", ")}`] : [];
}

/** The ratio of the terms' spreads; it is infinite if the conditionals do not vary. */
function ratioText(R: number): string {
  return R === Number.POSITIVE_INFINITY ? "the conditionals are all the same" : `R = ${number(R)}`;
}

/** Three digits, since errors of probabilities are small and two might show only zeros. */
function probabilityText(value: number): string {
  return value.toFixed(3);
}

function range({ low, high }: Interval): string {
  return `${number(low)} to ${number(high)}`;
}

function number(value: number, digits = 2): string {
  // No −0.00.
  return value.toFixed(digits).replace(/^-(?=0\.0+$)/, "");
}
