import type { Column } from "../columns/column.ts";
import { shortened } from "../columns/column-names.ts";
import type { Doubt } from "./table-description.ts";

/** Rows above the data that belong to the header. */
export interface SecondHeader {
  /** The number of rows that seem to be part of the header. */
  readonly rows: number;
  /** A cell of them that shows it. */
  readonly cell: string;
}

/** The doubt whether these rows are part of the header. */
export function headerDoubt({ rows, cell }: SecondHeader): Doubt {
  const what = rows === 1 ? "the first row seems" : `the first ${rows} rows seem`;
  const says = `${what} to belong to the header (${shortened(cell)})`;
  return { says, readings: [{ option: "header", value: rows + 1 }] };
}

/** The most rows that are looked at. */
const MOST = 3;

/** The fewest rows below that show what a column holds. */
const BELOW = 3;

const IMPORT_ID = /^\{\s*"?ImportId"?\s*:/;
/** The line of dashes below the names of columns, as of a table in Markdown. */
const RULE = /^(?::?-{3,}:?|={3,})$/;
const TOOLS = /^(?:open-ended response|response|other \(please specify\))$/i;

/**
 * The first rows of a table that seem to be a second or third header, as survey tools write them:
 * ids of an import, words such as `Response` that never come again, names of columns, questions
 * below their codes, or words above numbers and times. `undefined` if the first row is data.
 */
export function secondHeader(columns: readonly Column[]): SecondHeader | undefined {
  const height = columns[0]?.texts.length ?? 0;
  const looked = Math.min(MOST, height - BELOW);
  const cellOf = (row: number, test: (column: Column, cell: string) => boolean) => {
    const column = columns.find((one) => test(one, one.texts[row] ?? ""));
    return column?.texts[row];
  };
  for (let row = Math.min(MOST, height) - 1; row >= 0; row--) {
    const imported = cellOf(row, (_, cell) => IMPORT_ID.test(cell));
    if (imported !== undefined) return { rows: row + 1, cell: imported };
  }
  const part = partBelow(columns, height) ?? questionBelow(columns);
  let rows = 0;
  let cell: string | undefined;
  for (; rows < looked; rows++) {
    const found = cellOf(rows, (column, one) => isHeading(column, one, rows));
    if (found === undefined && (rows > 0 || part === undefined)) break;
    cell ??= found ?? part;
  }
  return cell === undefined ? undefined : { rows, cell };
}

/** Whether a column has no name above it, and is called by its number at most. */
export function isUnnamed(name: string): boolean {
  return name.trim() === "" || /^column \d+$/.test(name);
}

/**
 * A cell of the first row below a column without a name, where that row is emptier than those that
 * follow: the options of a question, of which only the first has its name above.
 */
function partBelow(columns: readonly Column[], height: number): string | undefined {
  const unnamed = columns.find(({ name }) => isUnnamed(name));
  const cell = unnamed?.texts[0] ?? "";
  if (cell === "" || /^[-+]?[\d.,]+$/.test(cell)) return undefined;
  const filledIn = (row: number): number =>
    columns.filter(({ texts }) => (texts[row] ?? "") !== "").length;
  const below = Array.from({ length: Math.min(20, height - 1) }, (_, i) => filledIn(i + 1));
  const usual = below.toSorted((a, b) => a - b)[below.length >> 1] ?? 0;
  return 2 * filledIn(0) <= usual ? cell : undefined;
}

/** A code, as survey tools name the column of a question: `Q1`, `Q12_3_TEXT`, `V8`. */
const CODE = /^[a-z]{1,4}_?\d+(?:[._][a-z\d]+)*$/i;

/**
 * A cell of the first row below a code, if what stands there is the text of the question: no answer
 * again, where answers recur, and a question or longer than all of them, in most such columns.
 */
function questionBelow(columns: readonly Column[]): string | undefined {
  const coded = columns.filter(({ name, texts }) => CODE.test(name) && recur(texts.slice(1)));
  const cells = coded.filter(isQuestion).map(({ texts }) => texts[0]!);
  const isPlain = cells.length > 1 || cells.some((cell) => cell.endsWith("?"));
  return isPlain && 2 * cells.length > coded.length ? cells[0] : undefined;
}

/** Whether texts are answers of which most were given before. */
function recur(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== "");
  return filled.length >= BELOW && 2 * new Set(filled).size <= filled.length;
}

function isQuestion({ texts: [first = "", ...below] }: Column): boolean {
  if (!/\S\s+\S+\s+\S/.test(first) || below.includes(first)) return false;
  return first.endsWith("?") || below.every((text) => text.length < first.length);
}

/** Whether a cell cannot be a value of its column, by the rows below it. */
function isHeading({ name, texts }: Column, cell: string, row: number): boolean {
  if (cell === "") return false;
  if (RULE.test(cell)) return true;
  const below = texts.slice(row + 1).filter((text) => text !== "");
  if (below.length < BELOW || below.includes(cell)) return false;
  if (TOOLS.test(cell) || cell === name) return true;
  const isNumeric = (text: string): boolean => /^[-+−]?[\d.,:/ T-]+ ?%?$/.test(text);
  return below.every(isNumeric) && !isNumeric(cell);
}
