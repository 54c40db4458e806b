import type { AttemptRow } from "./attempt-row.ts";

/**
 * The rows with each student's attempts in order: by `order` where rows have it, across tasks;
 * else tasks as they first occur and within a task by `attempt`; else as in the file. Numbers are
 * compared as numbers and other texts as texts, so that ISO 8601 times come in their order. Students
 * stay as they first occur.
 */
export function arrange(rows: readonly AttemptRow[]): AttemptRow[] {
  return [...Map.groupBy(rows, ({ student }) => student).values()].flatMap((own) => {
    if (own.some(({ order }) => order !== undefined)) {
      return sorted(own, ({ order }) => order ?? "");
    }
    if (own.every(({ attempt }) => attempt === undefined)) return own;
    const tasks = Map.groupBy(own, ({ task }) => task);
    return [...tasks.values()].flatMap((group) => sorted(group, ({ attempt }) => attempt ?? ""));
  });
}

function sorted(rows: readonly AttemptRow[], key: (row: AttemptRow) => string): AttemptRow[] {
  const numeric = rows.every((row) => key(row).trim() !== "" && Number.isFinite(Number(key(row))));
  return rows.toSorted((a, b) => {
    if (numeric) return Number(key(a)) - Number(key(b));
    return key(a) < key(b) ? -1 : Number(key(a) > key(b));
  });
}
