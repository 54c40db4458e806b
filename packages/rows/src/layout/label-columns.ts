import { listText } from "@promptnce/core/errors";
import { isNumberText, numberStyle, plainNumber } from "../cells/number-style.ts";
import type { CellReading, TextCell } from "./cell-columns.ts";
import { namesOf } from "./named-layout.ts";

/** Reads columns that each stand for a label and hold how many people gave it. */
export function labelColumns(columns: readonly string[]): CellReading {
  return {
    columns,
    votesOf: (cells) => {
      if (cells.some(({ text }) => !isCount(text))) return { labels: new Map(), people: 0 };
      const counts = cells.map(({ column, text }) => [column, countIn(text)] as const);
      const labels = new Map(counts.filter(([, count]) => count > 0));
      return { labels, people: labels.values().reduce((sum, count) => sum + count, 0) };
    },
    lackOf: (cells) => {
      const wrong = cells.find(({ text }) => !isCount(text));
      return {
        problem: wrong ? wrongCount(wrong) : `nobody gave a label in ${namesOf(columns)}`,
      };
    },
    exampleOf: (labels) => {
      const example = Array.from(labels, ([label, count]) => `${label} ${count}`);
      return `Each of the columns ${namesOf(columns)} is read as a label, and its number as how many people gave it: ${listText(example, "and")} in the first row with labels.`;
    },
  };
}

/** What is wrong with a cell that holds no count. */
export function wrongCount({ column, text }: TextCell): string {
  return `${column} is ${JSON.stringify(text)}, not a number of 0 or more`;
}

/** Whether a text is a number from 0 that can be read in one way. */
export function isCount(text: string): boolean {
  const isClear = isNumberText(text) && numberStyle([text]) !== "unclear";
  return isClear && countIn(text) >= 0;
}

/** The number of people, or their share, that a text says. */
export function countIn(text: string): number {
  return Number(plainNumber(text, numberStyle([text])));
}
