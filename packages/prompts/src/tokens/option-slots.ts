import type { QuestionOf } from "@promptnce/core";
import { hasOther } from "../reading/reply-key.ts";
import { letters } from "../slots/candidate-keys.ts";
import { checkCandidates } from "../slots/check-candidates.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import type { Slot } from "../slots/slot.ts";

/** Stands for the category OTHER among the options of an open set, where no label can be spelled so. */
export const NONE = "none of these";

type OverSet = QuestionOf<"closed" | "open" | "base-rates">;

/** The texts of the options as they are shown: the candidates and, of an open set, {@link NONE}, turned round. */
export function optionTexts({ kind, candidates, rotation = 0 }: OverSet): readonly string[] {
  const texts = checkCandidates(hasOther(kind) ? [...candidates, NONE] : candidates);
  return [...texts.slice(rotation), ...texts.slice(0, rotation)];
}

const blocks = letteredBlocks("Option");

/** The options one a line after their letters; where one has several lines, each between lines of backticks. */
export const letteredOptions: Slot<OverSet> = {
  about: `the candidates, and of an open set "${NONE}": one a line after "A. " (B, C …) or, where one has several lines, each after "Option A:" between lines of backticks`,
  write: (question) => {
    const texts = optionTexts(question);
    if (texts.some((text) => text.includes("\n"))) return blocks.write({ candidates: texts });
    const keys = letters(texts);
    return texts.map((text, i) => `${keys[i]}. ${text}`).join("\n");
  },
  read: (written) => {
    const lines = written.split("\n");
    const listed = lines.every((line, i) => line.startsWith(`${String.fromCharCode(65 + i)}. `));
    const { candidates: texts = [], candidateKeys: keys = [] } = listed
      ? { candidates: lines.map((line) => line.slice(3)), candidateKeys: lines.map((line) => line.charAt(0)) }
      : blocks.read(written);
    const other = keys[texts.indexOf(NONE)];
    return {
      candidates: texts.filter((text) => text !== NONE),
      candidateKeys: keys.filter((key) => key !== other),
      options: keys,
      ...(other !== undefined && { otherKey: other }),
    };
  },
};

/** Yes and no in the order in which a question of one label names them. */
export function yesAndNo({ rotation = 0 }: Pick<QuestionOf<"marginal">, "rotation">): readonly string[] {
  return rotation === 0 ? ["Yes", "No"] : ["No", "Yes"];
}

/** {@link yesAndNo} in words. */
export const yesOrNo: Slot<Pick<QuestionOf<"marginal">, "rotation">> = {
  about: '"Yes or No", or turned round',
  write: (question) => yesAndNo(question).join(" or "),
  read: (text) => ({ options: text.split(" or ") }),
};
