import type { PairedDifference } from "@promptnce/core/resampling";
import { countText } from "@promptnce/core/errors";
import { rateOf } from "./agreement.ts";
import type { JudgedReplies, Judgement } from "./judged-replies.ts";
import type { ReplyRecord } from "./record.ts";
import type { WayDifference } from "./ways.ts";

/** The limits of what these replies can show, stated before the findings. */
export const caveat =
  "No model here was shown OTHER or a candidate set. These replies can judge base rates and ways of asking, but not PromptNCE's own prompts.";

/**
 * The number of cases (a model and a way of asking) in which one base rate is better, and in how
 * many its interval shows it.
 */
interface Tally {
  readonly of: number;
  readonly better: number;
  readonly clearlyBetter: number;
  readonly clearlyWorse: number;
}

/** Compares ρ with the first base rate to ρ with the second over all cases. */
function tallyOf(all: readonly Judgement[], first: string, second: string): Tally {
  return tally(all.map(({ agreement }) => agreement.difference(first, second)));
}

function tally(differences: readonly PairedDifference[]): Tally {
  return {
    of: differences.length,
    better: differences.filter(({ difference }) => difference > 0).length,
    clearlyBetter: differences.filter(({ low }) => low > 0).length,
    clearlyWorse: differences.filter(({ high }) => high < 0).length,
  };
}

/** The headline of the page and of the document. */
export function verdictOf(all: readonly JudgedReplies[]): string {
  const overStated = tallyOf(all, "implied", "own");
  const counted = tallyOf(all, "implied", "counted");
  return `With the base rate that a model's own answers imply, its PMI agrees better with people's than with the base rate it states in ${overStated.better} of ${overStated.of} cases, and than with the one counted among people in ${counted.better} (${caseCountText(all)}).`;
}

/** What the cases are: those of one model, and all on the same questions, share their errors. */
function caseCountText(all: readonly JudgedReplies[]): string {
  const models = new Set(all.map(({ agreement }) => agreement.replies.model)).size;
  const questions = Math.max(...all.map(({ agreement }) => agreement.units));
  return `${models} models on the same ${questions} questions`;
}

/** The findings with their uncertainty, one sentence each. */
export function pointsOf({
  opinionQa: all,
  ways,
}: Pick<ReplyRecord, "opinionQa" | "ways">): string[] {
  const overStated = tallyOf(all, "implied", "own");
  const counted = tallyOf(all, "implied", "counted");
  const beyond = tallyOf(all, "counted", "own");
  const centred = all.filter(({ agreement }) => (agreement.centred?.interval.low ?? 0) > 0).length;
  return [
    `A case is a model and a way of asking: ${caseCountText(all)}, so the cases are not independent evidence. The implied base rate beats the stated one in ${overStated.better} of ${overStated.of} cases, and clearly (with a 95 % interval above 0) in ${overStated.clearlyBetter}. It beats the counted one in ${counted.better}, clearly in ${counted.clearlyBetter}, and is clearly worse in ${counted.clearlyWorse}. Intervals resample whole questions.`,
    `The counted base rate beats the stated one in ${beyond.better} of ${beyond.of} cases, clearly in ${beyond.clearlyBetter}, and is clearly worse in ${beyond.clearlyWorse}.${
      counted.clearlyBetter > counted.clearlyWorse ? noCeiling : ""
    }`,
    byAttribute(all),
    ...waysPoint(ways),
    `In ${centred} of ${all.length} cases the model knows which answer goes with which group, beyond what either says alone (the interval of the centred ρ is above 0). No base rate can change that.`,
  ];
}

/** What the replies lack, one sentence each. */
export function gapsOf(all: readonly JudgedReplies[]): string[] {
  return [...unreadablePoint(all), ...unstatedPoint(all), ...zerosPoint(all)];
}

const noCeiling =
  " So the counted base rate, the paper's oracle, is no ceiling here: an implied base rate shares the errors of its conditionals, and they cancel.";

function byAttribute(all: readonly JudgedReplies[]): string {
  const attributes = new Set(
    all.flatMap((judged) => judged.attributes.map(({ attribute }) => attribute)),
  );
  const texts = Array.from(attributes, (attribute) => {
    const overCounted = tallyOf(groupsOf(all, attribute), "implied", "counted");
    const sized = tallyOf(groupsOf(all, attribute), "implied_sized", "counted");
    return `${attributeName(attribute)} ${overCounted.better} of ${overCounted.of} (clearly better in ${overCounted.clearlyBetter}, clearly worse in ${overCounted.clearlyWorse}; weighted by size, better in ${sized.better})`;
  });
  return `It depends on the groups. Implied beats counted, by attribute: ${texts.join("; ")}. The implied base rate gives each group the same weight, the counted one each person. If most people belong to one group, weight the groups by size.`;
}

function waysPoint(ways: readonly WayDifference[]): string[] {
  if (ways.length === 0) return [];
  const { of, better, clearlyBetter, clearlyWorse } = tally(ways);
  return [
    `A model that is asked for masses gives a P(y|x) with a higher ρ with people's than one asked in another way: in ${better} of ${of} comparisons on the same pairs, clearly in ${clearlyBetter}. It is clearly lower in ${clearlyWorse}.`,
  ];
}

/** The replies that give no estimate, by case. */
function unreadablePoint(all: readonly JudgedReplies[]): string[] {
  const cases = casesText(all, ({ agreement }) => {
    const { x, ofX } = agreement.replies.unreadable;
    return x > 0 ? `${countText(x)} of ${countText(ofX)}` : undefined;
  });
  return cases.map(
    (text) =>
      `Unreadable: the reply about a group and question is empty (all masses are 0), so it gives no estimate and is left out. ${text}.`,
  );
}

/** The questions without a stated base rate, by case. */
function unstatedPoint(all: readonly JudgedReplies[]): string[] {
  const cases = casesText(all, ({ agreement: { replies, difference } }) => {
    const { baseRates, ofBaseRates } = replies.unreadable;
    if (baseRates === 0) return undefined;
    const { first, second } = difference("implied", "own");
    const [implied, stated] = [first, second].map(({ rho }) => rho.toFixed(3));
    return `${baseRates} of ${ofBaseRates}; on the others, ρ is ${stated} with the stated base rate and ${implied} with the implied one`;
  });
  return cases.map(
    (text) =>
      `Questions without a stated base rate (all masses are 0), which are left out wherever one is needed: ${text}.`,
  );
}

/** The pairs whose PMI is 0 divided by 0, by case. */
function zerosPoint(all: readonly JudgedReplies[]): string[] {
  const cases = casesText(all, ({ agreement, zeros }) => {
    const both = zeros.find(({ baseRate }) => baseRate === "own")?.both ?? 0;
    const pairs = rateOf(agreement, "own")?.pairs ?? 0;
    return both > 0 ? `${countText(both)} of ${countText(pairs)}` : undefined;
  });
  return cases.map(
    (text) =>
      `Pairs whose mass and stated base rate are both exactly 0, which is no PMI and ranks as 0: ${text}. What leaving them out changes is in the table of zeros.`,
  );
}

/** The cases of which something is said, in one text; none where nothing is. */
function casesText(
  all: readonly JudgedReplies[],
  said: (judged: JudgedReplies) => string | undefined,
): string[] {
  const cases = all.flatMap((judged) => {
    const { model, way } = judged.agreement.replies;
    const text = said(judged);
    return text === undefined ? [] : [`${model}, ${way}: ${text}`];
  });
  return cases.length === 0 ? [] : [cases.join("; ")];
}

const attributeNames: Readonly<Record<string, string>> = {
  POLPARTY: "party",
  SEX: "sex",
  RACE: "race",
};

/** The display name of an attribute. */
export function attributeName(recordedAs: string): string {
  return attributeNames[recordedAs] ?? recordedAs;
}

/** The agreement of each model and way of asking, within the groups of one attribute. */
function groupsOf(all: readonly JudgedReplies[], attribute: string): Judgement[] {
  return all.flatMap(({ attributes }) =>
    attributes.filter((group) => group.attribute === attribute),
  );
}
