import { contextKey, type Context, type Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import type { Columns, Row } from "../input/read-rows.ts";

/** Matches the letter of an answer in a questionnaire: A, B) or (C). */
const LETTER = /^\(?([A-Z])[).]?$/;

/** Matches the usual names of columns with the texts of answers. */
const TEXT = /text|option|answer|choice|meaning|wording|response/i;

/** The letter that a label consists of; `undefined` for any other label. */
export function letterOf(label: Label): string | undefined {
  return LETTER.exec(label)?.[1];
}

/** The columns that may hold the texts of answers: those with such a name and no other role. */
export function textColumns(
  { x, y, count, given = [], weight, answers = [] }: Columns,
  all: readonly string[],
): string[] {
  const named = [...x, ...given].map(({ column }) => column);
  const taken = [...named, y, count, weight, ...answers];
  return all.filter((column) => !taken.includes(column) && TEXT.test(column));
}

/**
 * The texts that letters stand for, if a column has them. Collecting stops at the first label that
 * is no letter.
 */
export class LetterTexts {
  readonly #columns: Columns;
  readonly #texts = new Map<string, string>();
  #named: readonly string[] | undefined;
  #areLetters = true;
  #differing: { readonly y: Label; readonly texts: readonly [string, string] } | undefined;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  add({
    y,
    context,
    record,
  }: { y: Label; context: Context | undefined } & Pick<Row, "record">): void {
    if (!this.#areLetters || this.#differing !== undefined) return;
    this.#areLetters = letterOf(y) !== undefined;
    this.#named ??= textColumns(this.#columns, record.columns);
    for (const column of this.#named) {
      const key = JSON.stringify([column, y, contextKey(context)]);
      const text = String(record.cell(column, record.columns.indexOf(column)) ?? "").trim();
      const before = this.#texts.get(key) ?? text;
      if (before !== text && text !== "") this.#differing = { y, texts: [before, text] };
      if (text !== "") this.#texts.set(key, before);
    }
  }

  /** @throws DataError if all labels are letters and one of them has two texts in one context. */
  check(file: string): void {
    if (!this.#areLetters || this.#differing === undefined) return;
    const { y, texts } = this.#differing;
    const [one, other] = texts.map((text) => JSON.stringify(text));
    throw new DataError(
      (write) =>
        `${file}: the labels are letters, and ${y} stands for ${one} in one row and for ${other} in another, so a base rate over all rows means nothing; name the column of the question with ${write("columns.given", "COLUMN")}, or use the texts as labels.`,
    );
  }
}
