import { type RowFile, tableStart } from "@promptnce/rows/input";

/** The texts below the names of columns, in the second line of a header of several. */
export async function columnTitles(file: RowFile): Promise<ReadonlyMap<string, string>> {
  const { path, format, ...reading } = file;
  if (typeof reading.header !== "number" || reading.header < 2) return new Map();
  const { columns, rows } = await tableStart(path, format, { ...reading, header: 1 });
  const titles = columns.map((column) => [column, rows[0]?.(column).trim() ?? ""] as const);
  return new Map(titles.filter(([column, title]) => column !== "" && isSentence(title)));
}

/** Whether a text is a question or a sentence, and not a word of a tool such as `Response`. */
function isSentence(text: string): boolean {
  return text.split(/\s+/).length > 3 && !text.startsWith("{");
}
