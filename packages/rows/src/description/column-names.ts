import { listText } from "@promptnce/core/errors";
import type { Column } from "./column.ts";

/** The maximum number of columns named in a sentence. */
const NAMED = 6;

/** The maximum number of characters of a column's name in a sentence. */
const SHOWN = 40;

/** Columns in a sentence, such as `queue, mood or 4 others`. */
export function listed(columns: readonly Pick<Column, "name">[], word: "and" | "or"): string {
  const names = columns.slice(0, NAMED).map(({ name }) => shortened(name));
  const remainder = columns.length > NAMED ? [`${columns.length - NAMED} others`] : [];
  return listText([...names, ...remainder], word);
}

/** A text as it fits into a sentence. */
export function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1).trimEnd()}…` : text;
}
