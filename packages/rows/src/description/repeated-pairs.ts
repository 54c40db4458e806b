import type { Column } from "./column.ts";

/** The number of rows with a value in each column, and of different pairs among them. */
export function distinctPairs(columns: readonly Column[]): {
  readonly rows: number;
  readonly pairs: number;
} {
  const [first] = columns;
  const keys = (first?.texts ?? []).flatMap((_, row) => {
    const texts = columns.map(({ texts }) => texts[row] ?? "");
    return texts.includes("") ? [] : [JSON.stringify(texts)];
  });
  return { rows: keys.length, pairs: new Set(keys).size };
}
