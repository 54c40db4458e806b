import type { Column } from "./table.ts";

/** Columns by their ids, in that order; those of a model are told apart by its suffix. */
export function columns(
  titles: Readonly<Record<string, string>>,
  digits?: number,
  suffix = { id: "", title: "" },
): Column[] {
  return Object.entries(titles).map(([id, title]) => {
    return { id: `${id}${suffix.id}`, title: `${title}${suffix.title}`, ...(digits !== undefined && { digits }) };
  });
}
