import { type MissingTest, missingTest } from "../input/missing-texts.ts";
import type { FirstRows } from "../input/table-start.ts";
import { isNumberText, numberStyle, plainNumber } from "../cells/number-style.ts";

/** A column as the first rows of a table show it. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The trimmed texts of the rows; empty if a value is missing. */
  readonly texts: readonly string[];
  /** How many rows have each text, in order of first occurrence; missing values are left out. */
  readonly values: ReadonlyMap<string, number>;
  /** The number of rows with a value. */
  readonly filled: number;
  /** The total number of characters. */
  readonly length: number;
  /** Whether all values are numbers, in any way of writing. */
  readonly isNumber: boolean;
  /** Whether the numbers are whole, also if written as `4.0`. */
  readonly isWhole: boolean;
  /** Whether the numbers are from 0, as counts and weights are. */
  readonly isAmount: boolean;
}

/**
 * What a column holds: nothing, one value everywhere, a numbering or ids of the rows, ids of the
 * people who answered, times, what a tool for surveys or annotations notes about its own work,
 * numbers in any way of writing, or text.
 */
export type ColumnKind =
  | "empty"
  | "constant"
  | "id"
  | "person"
  | "time"
  | "tool"
  | "number"
  | "text";

/**
 * The column with this name, in the first rows of a table.
 *
 * @param isTool Whether it is one that a tool wrote about its own work.
 */
export function columnOf(
  name: string,
  rows: FirstRows["rows"],
  isMissing: MissingTest = missingTest(),
  isTool = false,
): Column {
  const texts = rows.map((text) => {
    const trimmed = text(name).trim();
    return isMissing(trimmed) ? "" : trimmed;
  });
  const values = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    if (text === "") continue;
    values.set(text, (values.get(text) ?? 0) + 1);
    length += text.length;
  }
  const all = [...values.keys()];
  const isNumber = all.every(isNumberText);
  const filled = texts.filter((text) => text !== "").length;
  const facts = { name, texts, values, filled, length, isNumber };
  return {
    ...facts,
    kind: isTool && filled > 0 ? "tool" : kindOf(facts),
    isWhole: all.every((text) => /^[-+−]?(?:\d+(?:[.,]0+)?|\d{1,3}(?:,\d{3})+)$/.test(text)),
    isAmount: isNumber && all.every((text) => !/^[-−]/.test(text)),
  };
}

/** The numbers of a column, row by row; NaN where there is none. */
export function numbersOf({ texts }: Column): number[] {
  const style = numberStyle(texts.filter((text) => text !== ""));
  return texts.map((text) => (text === "" ? Number.NaN : Number(plainNumber(text, style))));
}

type Facts = Pick<Column, "name" | "texts" | "values" | "filled" | "isNumber">;

function kindOf({ name, texts, values, filled, isNumber }: Facts): ColumnKind {
  if (filled === 0) return "empty";
  if (namesPerson(name)) return "person";
  const all = [...values.keys()];
  if (isNamedId(name) || runsOn(texts) || all.every((text) => IDENTIFIER.test(text))) return "id";
  if (all.every((text) => TIME.test(text)) || (isNumber && TIME_NAME.test(name))) return "time";
  if (values.size === 1 && filled > 1) return "constant";
  return isNumber ? "number" : "text";
}

/** Whether whole numbers rise by one from row to row. */
function runsOn(texts: readonly string[]): boolean {
  const isRising = texts.every((text, i) => {
    return /^\d+$/.test(text) && Number(text) === Number(texts[0]) + i;
  });
  return isRising && texts.length > 1;
}

/** An address of the web, an e-mail address, a UUID, an address of the internet or a digest. */
const IDENTIFIER =
  /^(?:https?:\/\/\S+|[^\s@]+@[^\s@]+\.\w+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?:\d{1,3}\.){3}\d{1,3}|(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{16,})$/i;

const TIME =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T, ]+\d{1,2}:\d{2}.*)?$|^\d{1,2}:\d{2}:\d{2}$/;

/** Columns whose numbers are points in time or durations, by their name. */
const TIME_NAME =
  /(?:^|[\s_.-])(?:timestamp|date|time|duration|seconds|created|updated|year)(?:$|[\s_.(-])/i;

/** Whether a column's name is that of an id, or the empty one of row numbers. */
function isNamedId(name: string): boolean {
  return ID_WORD.test(name) || ID_AT_END.test(name) || name.trim() === "";
}

const ID_WORD =
  /(?:^|[\s_.-])(?:id|uuid|guid|hash|url|index|fips|geoid|zip(?:code)?)$|^unnamed: ?\d+$|^#$/i;
const ID_AT_END = /[a-z]ID$|[a-z]Id$|[A-Z]{2}Id$/;

const PEOPLE =
  "worker|rater|annotator|participant|respondent|user|subject|coder|judge|labell?er|e-?mail";
const PERSON = new RegExp(
  `^_?(?:${PEOPLE})(?:[\\s_.-]*(?:id|no|nr|code|number|name|address))?$`,
  "i",
);

/** Whether a column's name says that it holds who answered. */
function namesPerson(name: string): boolean {
  return PERSON.test(name.trim());
}
