import { listText } from "@promptnce/core/errors";

/** The maximum number of columns named in a sentence. */
const NAMED = 6;

/** The maximum number of characters of a column's name in a sentence. */
const SHOWN = 40;

/** Columns in a sentence, such as `queue, mood or 4 others`. */
export function listed(columns: readonly { readonly name: string }[], word: "and" | "or"): string {
  const first = columns.slice(0, NAMED).map(({ name }) => name);
  const starts = first.map(shortened);
  // Names that begin alike differ at their ends.
  const names = new Set(starts).size === starts.length ? starts : first.map(shortenedToEnd);
  const left = columns.length - NAMED;
  const remainder = left > 0 ? [left === 1 ? "1 other" : `${left} others`] : [];
  return listText([...names, ...remainder], word);
}

function shortenedToEnd(text: string): string {
  return text.length > SHOWN ? `…${text.slice(1 - SHOWN).trimStart()}` : text;
}

/** A text as it fits into a sentence. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1).trimEnd()}…` : line;
}
