import { type RowFile, splitNames, type TableStart, tableStart } from "@promptnce/rows/input";

/** The texts of columns whose names are codes, by a second line of the header. */
export type Titles = ReadonlyMap<string, string>;

/** The first rows of a table, and the titles of its columns. */
export interface TitledStart extends TableStart {
  readonly titles?: Titles;
}

/** The titles of columns, if the header has several lines. */
export async function columnTitles(file: RowFile): Promise<Titles> {
  const { path, format, ...reading } = file;
  if (typeof reading.header !== "number" || reading.header < 2) return new Map();
  const { columns, rows } = await tableStart(path, format, { ...reading, header: 1 });
  const titles = columns.map((column) => [column, rows[0]?.(column).trim() ?? ""] as const);
  return new Map(titles.filter(([column, title]) => column !== "" && isSentence(title)));
}

/** How a person names columns: by their names, or by their titles. */
export function columnNames(columns: readonly string[], titles: Titles): ColumnNames {
  const named = new Map([...titles].map(([column, title]) => [title, column]));
  const known = [...columns, ...named.keys()];
  const column = (text: string): string =>
    columns.includes(text) ? text : (named.get(text) ?? text);
  return {
    one: (text) => text && column(text),
    list: (texts) => texts?.flatMap((text) => splitNames(text, known).map(column)),
  };
}

export interface ColumnNames {
  readonly one: (text: string | undefined) => string | undefined;
  readonly list: (texts: readonly string[] | undefined) => readonly string[] | undefined;
}

/** The titles of these columns, a line each. */
export function titlesText(columns: readonly string[], titles: Titles): string {
  return columns
    .filter((column) => titles.has(column))
    .map((column) => `\n${column}: ${titles.get(column)}`)
    .join("");
}

/** Whether a text is a question or a sentence, and not a word of a tool such as `Response`. */
function isSentence(text: string): boolean {
  return text.split(/\s+/).length > 3 && !text.startsWith("{");
}
