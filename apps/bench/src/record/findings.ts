import type { PairedDifference } from "@promptnce/core/resampling";
import type { JudgedReplies } from "./judged-replies.ts";

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
function tallyOf(
  all: readonly Pick<JudgedReplies, "agreement">[],
  first: string,
  second: string,
): Tally {
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
  return `A model's PMI agrees better with people's when its answers are divided by the base rate that they imply: better than with the base rate it states in ${overStated.better} of ${overStated.of} cases, and better than with the one counted among people in ${counted.better}.`;
}

/** The findings with their uncertainty, one sentence each. */
export function pointsOf(all: readonly JudgedReplies[]): string[] {
  const overStated = tallyOf(all, "implied", "own");
  const counted = tallyOf(all, "implied", "counted");
  const beyond = tallyOf(all, "counted", "own");
  const attributes = [
    ...new Set(all.flatMap((judged) => judged.attributes.map(({ attribute }) => attribute))),
  ];
  const byAttribute = attributes.map((attribute) => {
    const overCounted = tallyOf(groupsOf(all, attribute), "implied", "counted");
    const sized = tallyOf(groupsOf(all, attribute), "implied_sized", "counted");
    return `${attributeName(attribute)} ${overCounted.better} of ${overCounted.of} (clearly better in ${overCounted.clearlyBetter}, clearly worse in ${overCounted.clearlyWorse}; weighted by size, better in ${sized.better})`;
  });
  const unsaid = all.flatMap((judged) => {
    const count = unsaidQuestions(judged);
    const { model, way } = judged.agreement.replies;
    const [stated, implied] = ["own", "implied"].map((title) =>
      judged.zeros.find(({ baseRate }) => baseRate === title)!.readings.left_out!.toFixed(3),
    );
    return count > 0
      ? [
          `${model}, ${way}: ${count} of ${judged.agreement.units}; without pairs with a zero, ρ is ${stated} with the stated base rate and ${implied} with the implied one`,
        ]
      : [];
  });
  const centred = all.filter(({ agreement }) => agreement.centred.low > 0).length;
  return [
    `A case is a model and a way of asking. The implied base rate beats the stated one in ${overStated.better} of ${overStated.of} cases, and clearly (with a 95 % interval above 0) in ${overStated.clearlyBetter}. It beats the counted one in ${counted.better}, clearly in ${counted.clearlyBetter}, and is clearly worse in ${counted.clearlyWorse}. Intervals resample whole questions.`,
    `The counted base rate beats the stated one in ${beyond.better} of ${beyond.of} cases, clearly in ${beyond.clearlyBetter}, and is clearly worse in ${beyond.clearlyWorse}. So the counted base rate, the paper's oracle, is no ceiling here: an implied base rate shares the errors of its conditionals, and they cancel.`,
    `It depends on the groups. Implied beats counted, by attribute: ${byAttribute.join("; ")}. The implied base rate gives each group the same weight, the counted one each person. If most people belong to one group, weight the groups by size.`,
    ...(unsaid.length > 0
      ? [
          `Questions without a stated base rate (all masses are 0, which cannot be read): ${unsaid.join("; ")}.`,
        ]
      : []),
    `In ${centred} of ${all.length} cases the model knows which answer goes with which group, beyond what either says alone (the interval of the centred ρ is above 0). No base rate can change that.`,
  ];
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
function groupsOf(
  all: readonly JudgedReplies[],
  attribute: string,
): Pick<JudgedReplies, "agreement">[] {
  return all.flatMap(({ attributes }) =>
    attributes.filter((group) => group.attribute === attribute),
  );
}

/** The number of questions for which the model gave no answer a base rate. */
export function unsaidQuestions({
  agreement: { replies },
}: Pick<JudgedReplies, "agreement">): number {
  const { own, units } = replies;
  if (own === undefined) return 0;
  const answeredUnits = new Set(units.filter((_, row) => own[row]! > 0));
  return new Set(units).size - answeredUnits.size;
}
