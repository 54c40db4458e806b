import { countText, type Sentence } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import type { FileRecord } from "../formats/records.ts";
import { codeOf } from "./codes.ts";

/** The values that a row must have in some columns, one of those named for each. */
export type Where = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[]>
>;

/** What one column must hold. */
interface ColumnCondition {
  readonly column: string;
  readonly values: ReadonlySet<string>;
  /** Whether it must hold anything else. */
  readonly isOther: boolean;
}

/** So many values of a column are named in a sentence, and kept at most. */
const [NAMED, MOST] = [8, 100];

/** Chooses rows by the values of some columns, in one reading of a table. */
export class WhereRows {
  readonly #wanted: readonly ColumnCondition[];
  readonly #held = new Map<string, Set<string>>();
  #rows = 0;
  #kept = 0;

  constructor(where: Where) {
    this.#wanted = Object.entries(where).map(([key, values]) => ({
      column: key.replace(/!$/, ""),
      isOther: key.endsWith("!"),
      values: new Set([values].flat().map((value) => codeOf(String(value)))),
    }));
  }

  get columns(): string[] {
    return this.#wanted.map(({ column }) => column);
  }

  /** Whether the record has one of the values in each column; `1.0` and `1` are one value. */
  keeps({ value }: FileRecord): boolean {
    this.#rows++;
    const isKept = this.#wanted.every(({ column, values, isOther }) => {
      const text = value(column)?.trim() ?? "";
      if (values.has(codeOf(text)) !== isOther) return true;
      this.#remember(column, text);
      return false;
    });
    if (isKept) this.#kept++;
    return isKept;
  }

  #remember(column: string, text: string): void {
    const held = this.#held.get(column) ?? new Set();
    this.#held.set(column, held);
    if (held.size < MOST) held.add(text);
  }

  /** @throws DataError, with values that the columns hold, if there are rows and none was kept. */
  check(file: string): void {
    if (this.#kept > 0 || this.#rows === 0) return;
    const held = Array.from(this.#held, ([column, values]) => {
      const named = Array.from(values, (value) => JSON.stringify(value)).slice(0, NAMED);
      return `${column} holds ${named.join(", ")}${values.size > NAMED ? ", …" : ""}`;
    });
    throw new DataError(
      (write) =>
        `${file}: none of its ${countText(this.#rows)} rows matches ${write("columns.where")}; ${held.join("; ")}.`,
    );
  }

  /** How many rows were chosen. */
  get note(): Sentence {
    return (write) =>
      `${write("columns.where")} keeps ${countText(this.#kept)} of ${countText(this.#rows)} rows; the others are left out of the result too.`;
  }
}
