import { readFile } from "node:fs/promises";
import Papa from "papaparse";

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of a CSV file with a header, every field as text. */
export async function readCsv(path: string): Promise<CsvRow[]> {
  const text = await readFile(path, "utf8");
  return Papa.parse<CsvRow>(text, { header: true, skipEmptyLines: true }).data;
}
