import type { PairedDifference } from "@promptnce/core/resampling";
import type { JudgedReplies } from "./judged-replies.ts";

/** The limits of what these replies can show, stated before the findings. */
export const caveat =
  "Nobody here was shown OTHER or a candidate set. These replies judge base rates and ways of asking; they cannot judge PromptNCE's own prompts.";

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
  return `A model's PMI agrees better with people's when its answers are divided by the base rate that they imply: better than by the one it states in ${overStated.better} of ${overStated.of} cases, and than by the one counted among people in ${counted.better}.`;
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
    return `${attributeName(attribute)} ${overCounted.better} of ${overCounted.of} (clearly better in ${overCounted.clearlyBetter}, clearly worse in ${overCounted.clearlyWorse}; by size better in ${sized.better})`;
  });
  const unsaid = all.flatMap((judged) => {
    const count = unsaidQuestions(judged);
    const { model, way } = judged.agreement.replies;
    const [stated, implied] = ["own", "implied"].map((title) =>
      judged.zeros.find(({ baseRate }) => baseRate === title)!.readings.left_out!.toFixed(3),
    );
    return count > 0
      ? [
          `${model}, ${way}: ${count} of ${judged.agreement.units}; without pairs with a zero, ρ is ${stated} with the stated and ${implied} with the implied one`,
        ]
      : [];
  });
  const centred = all.filter(({ agreement }) => agreement.centred.low > 0).length;
  return [
    `A case is a model and a way of asking. Implied beats stated in ${overStated.better} of ${overStated.of}, in ${overStated.clearlyBetter} with a 95 % interval above 0. Implied beats counted in ${counted.better}, in ${counted.clearlyBetter} with such an interval; counted is clearly better in ${counted.clearlyWorse}. Whole questions are resampled.`,
    `Counted beats stated in ${beyond.better} of ${beyond.of}, in ${beyond.clearlyBetter} clearly, and is clearly worse in ${beyond.clearlyWorse}. So here the counted base rate, the paper's oracle, is no ceiling: the error of a conditional is shared by the base rate that is made of it, and cancels.`,
    `It depends on the groups. Implied beats counted, by attribute: ${byAttribute.join("; ")}. The implied base rate counts each group alike, people's counts each person; where one group is most of the people, weigh the groups by their size.`,
    ...(unsaid.length > 0
      ? [
          `Questions without any stated base rate (all masses 0, so nothing that could be read): ${unsaid.join("; ")}.`,
        ]
      : []),
    `Which answer goes with which group, beyond what either says alone, is known in ${centred} of ${all.length} (centred ρ with an interval above 0). No base rate can change that figure.`,
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
