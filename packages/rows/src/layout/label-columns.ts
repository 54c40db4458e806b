import { listText, type Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import type { AnswerSource } from "./answer-source.ts";
import { namesOf } from "./named-layout.ts";
import { isNumberText, numberStyle, plainNumber } from "../cells/number-style.ts";
import type { Votes, VotesLack } from "./votes.ts";

/** Reads columns that each stand for a label and hold how many people gave it. */
export class LabelColumns implements AnswerSource {
  readonly columns: readonly string[];
  readonly question = undefined;
  readonly givesSeveral = false;
  readonly isUnread = false;
  readonly #isMissing: MissingTest;
  #example: Sentence | undefined;

  constructor(columns: readonly string[], isMissing: MissingTest) {
    this.columns = columns;
    this.#isMissing = isMissing;
  }

  search(): void {
    // Numbers are read as they stand.
  }

  begin(): void {
    this.#example = undefined;
  }

  get notes(): readonly Sentence[] {
    return this.#example === undefined ? [] : [this.#example];
  }

  votesIn(record: FileRecord): Votes {
    const texts = this.#textsIn(record);
    if (texts.some(({ text }) => !isCount(text))) return { labels: new Map(), people: 0 };
    const counts = texts.map(({ column, text }) => [column, numberIn(text)] as const);
    const labels = new Map(counts.filter(([, count]) => count > 0));
    this.#example ??= exampleText(this.columns, labels);
    return { labels, people: labels.values().reduce((sum, count) => sum + count, 0) };
  }

  lackOf(record: FileRecord): VotesLack {
    const wrong = this.#textsIn(record).find(({ text }) => !isCount(text));
    return {
      problem:
        wrong === undefined
          ? `nobody gave a label in ${namesOf(this.columns)}`
          : `${wrong.column} is ${JSON.stringify(wrong.text)}, not a number of 0 or more`,
    };
  }

  #textsIn({ columns, cell }: FileRecord): { readonly column: string; readonly text: string }[] {
    return this.columns
      .map((column) => {
        const text = String(cell(column, columns.indexOf(column)) ?? "").trim();
        return { column, text };
      })
      .filter(({ text }) => !this.#isMissing(text));
  }
}

/** Whether a text is a number from 0 that can be read in one way. */
function isCount(text: string): boolean {
  const isClear = isNumberText(text) && numberStyle([text]) !== "unclear";
  return isClear && numberIn(text) >= 0;
}

function numberIn(text: string): number {
  return Number(plainNumber(text, numberStyle([text])));
}

/** How the columns are read, by the labels of a record. */
function exampleText(
  columns: readonly string[],
  labels: ReadonlyMap<string, number>,
): Sentence | undefined {
  if (labels.size === 0) return undefined;
  const example = Array.from(labels, ([label, count]) => `${label} ${count}`);
  return `Each of the columns ${namesOf(columns)} is read as a label, and its number as how many people gave it: ${listText(example, "and")} in the first row with labels.`;
}
