import {
  type DrawnFigure,
  type Table,
  tableCsv,
  tableLatex,
  tableMarkdown,
} from "@promptnce/report";

/** The content of a file, whole or in parts that are made as they are written. */
type FileContent = string | Iterable<string>;

/** The files of tables and figures, by their names in a folder of results. */
export function resultFiles(
  tables: readonly Table[],
  figures: readonly DrawnFigure[],
): Map<string, FileContent> {
  return new Map<string, FileContent>([
    ...tables.flatMap((table): [string, string][] => [
      [`tables/${table.name}.md`, tableMarkdown(table)],
      [`tables/${table.name}.csv`, tableCsv(table)],
      [`tables/${table.name}.tex`, tableLatex(table)],
    ]),
    ...figures.flatMap(({ name, svg, csv }): [string, string][] => [
      [`figures/${name}.svg`, `${svg}\n`],
      [`figures/${name}.csv`, csv],
    ]),
  ]);
}
