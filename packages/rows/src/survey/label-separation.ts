import type { Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import type { Columns, Row } from "../input/read-rows.ts";
import { ColumnLabels, type Separation } from "./column-labels.ts";

/** A column whose values seem to have their own labels, although that is not certain. */
export interface LabelSeparation {
  readonly column: string;
  readonly separation: Separation;
  /**
   * Two of its values, with labels that occur with no other value; none if labels of all values
   * overlap.
   */
  readonly examples: ReturnType<ColumnLabels["examples"]>;
}

/** After this many rows, and again after each as many, columns without separation are dropped. */
const CHECKED_ROWS = 1000;
/** Of columns outside x, only the first are followed. */
const MOST_COLUMNS = 30;

/** Finds the column whose values have labels of their own, in a table that names no context. */
export class LabelSeparations {
  readonly #fields: readonly string[];
  readonly #others: ReadonlySet<string | undefined>;
  readonly #followed = new Map<string, ColumnLabels | undefined>();
  #header: readonly string[] | undefined;
  #rows = 0;

  constructor({ x, y, count, weight, answers = [] }: Columns) {
    this.#fields = x.map(({ column }) => column);
    this.#others = new Set([...this.#fields, y, count, weight, ...answers]);
    for (const column of this.#fields) {
      this.#followed.set(column, new ColumnLabels(column, true));
    }
  }

  add(row: Pick<Row, "key" | "record"> & { readonly y: Label }): void {
    const { record } = row;
    this.#follow(record.columns);
    for (const [column, labels] of this.#followed) {
      if (labels === undefined) continue;
      const cell = record.cell(column, record.columns.indexOf(column));
      labels.add({ ...row, value: String(cell ?? "").trim() });
    }
    this.#rows++;
    if (this.#rows % CHECKED_ROWS === 0) this.#giveUp();
  }

  #follow(columns: readonly string[]): void {
    if (columns === this.#header) return;
    this.#header = columns;
    for (const column of columns) {
      if (this.#others.has(column) || this.#followed.has(column)) continue;
      if (this.#followed.size === this.#fields.length + MOST_COLUMNS) return;
      this.#followed.set(column, new ColumnLabels(column, false));
    }
  }

  #giveUp(): void {
    for (const [column, labels] of this.#followed) {
      if (labels?.isHopeless) this.#followed.set(column, undefined);
    }
  }

  /**
   * The column that separates labels, where it may be that these do not belong to it; `undefined`
   * if there is none.
   *
   * @param isListed whether all labels were listed, so that any input may have any of them.
   * @throws DataError if labels belong to the values of a column of x, or of one that follows from
   *   x: several inputs have the same labels as others with their value, and most labels occur with
   *   one value alone.
   */
  check(file: string, isListed: boolean): LabelSeparation | undefined {
    const separated = [...this.#followed.values()].flatMap((labels) => {
      const separation = labels?.separation;
      return labels === undefined || separation === undefined ? [] : [{ labels, separation }];
    });
    const [found] = separated.toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        Number(b.labels.isField) - Number(a.labels.isField) ||
        b.labels.closedness - a.labels.closedness,
    );
    if (found === undefined) return undefined;
    const { labels, separation } = found;
    const { column } = labels;
    const examples = labels.examples();
    if (isListed || rank(found) > 0) return { column, separation, examples };
    throw new DataError(
      (write) =>
        `${file}: labels belong to ${column}, as answers belong to a question (${examplesText(examples)}), so a base rate over all rows means nothing; name that column with ${write("columns.given", column)} or, if any input may have any label, list the labels with ${write("labels")}.`,
    );
  }
}

/** 0 if it is sure that labels belong to the column. */
function rank({
  labels,
  separation,
}: {
  readonly labels: ColumnLabels;
  readonly separation: Separation;
}): number {
  if (separation === "own" && labels.isOfInputs) return 0;
  return separation === "apart" ? 2 : 1;
}

/** So many labels of a value are shown. */
const SHOWN = 3;

/**
 * The examples in words: `"yes", "no" with "Q1", and "often" with "Q2"`.
 *
 * @example
 * examplesText([{ value: "Q1", labels: ["yes", "no"] }, { value: "Q2", labels: ["often"] }]);
 * // → '"yes", "no" with "Q1", and "often" with "Q2"'
 */
export function examplesText(examples: LabelSeparation["examples"]): string {
  return examples
    .map(({ value, labels }) => {
      const shown = labels.slice(0, SHOWN).map((label) => JSON.stringify(label));
      return `${shown.join(", ")}${labels.length > SHOWN ? ", …" : ""} with ${JSON.stringify(value)}`;
    })
    .join(", and ");
}
