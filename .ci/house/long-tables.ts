import type { RepositoryFile } from "./repository-file.ts";

/** The most rows of a table in a document; longer ones belong in a CSV file beside it. */
const MOST_ROWS = 30;

/** The head of a Markdown table and the line below it. */
const HEAD = 2;

/** The fault of each table in a document of `docs` or a README that has too many rows. */
export function longTableFaults(files: readonly RepositoryFile[]): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) =>
    tablesOf(text).flatMap(({ line, rows }) => {
      if (rows <= MOST_ROWS) return [];
      return [
        `${path}:${line} has a table of ${rows} rows, of at most ${MOST_ROWS}: put it into a CSV file and keep the rows that matter.`,
      ];
    }),
  );
}

function isDocument({ path }: RepositoryFile): boolean {
  return /^docs\/.*\.md$|(^|\/)README\.md$/.test(path);
}

/** The first line and the number of rows of each table. */
function tablesOf(text: string): { readonly line: number; readonly rows: number }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    if (!line.startsWith("|") || lines[i - 1]?.startsWith("|")) return [];
    const after = lines.slice(i).findIndex((next) => !next.startsWith("|"));
    const length = after === -1 ? lines.length - i : after;
    return [{ line: i + 1, rows: length - HEAD }];
  });
}
