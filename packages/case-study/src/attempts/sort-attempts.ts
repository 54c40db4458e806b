import type { AttemptRow } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";

/**
 * The rows with each student's attempts in order: by `order` where rows have it, across tasks;
 * else tasks as they first occur and within a task by `attempt`; else as in the file. Numbers are
 * compared as numbers, times of ISO 8601 as times, and other texts as texts. Students
 * stay as they first occur. What is blank for all attempts of a student is as if it were not there.
 *
 * @throws {ClassDataError} naming file and line where some attempts of a student have a place in the
 *   order and one has none, or one is a number and another is not: their order would be a guess.
 */
export function sortAttempts(rows: readonly AttemptRow[]): AttemptRow[] {
  return [...Map.groupBy(rows, ({ student }) => student).values()].flatMap((own) => {
    if (has(own, "order")) return sorted(own, "order");
    if (!has(own, "attempt")) return own;
    const tasks = Map.groupBy(own, ({ task }) => task);
    return [...tasks.values()].flatMap((group) => sorted(group, "attempt"));
  });
}

/** With its offset from UTC, which texts cannot be compared by. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

type Sorter = "order" | "attempt";

function has(rows: readonly AttemptRow[], by: Sorter): boolean {
  return rows.some((row) => keyOf(row, by) !== "");
}

function sorted(rows: readonly AttemptRow[], by: Sorter): AttemptRow[] {
  const blank = rows.find((row) => keyOf(row, by) === "");
  if (blank !== undefined) throw unordered(blank, `has no ${by}, which others of hers have`);
  const text = rows.find((row) => !isNumber(keyOf(row, by)));
  if (text === undefined) return rows.toSorted((a, b) => Number(a[by]) - Number(b[by]));
  if (rows.some((row) => isNumber(keyOf(row, by)))) {
    throw unordered(text, `has ${JSON.stringify(text[by])} as its ${by}, where others of hers have numbers`);
  }
  const timed = rows.every((row) => TIME.test(keyOf(row, by)));
  const at = (row: AttemptRow): string | number => (timed ? Date.parse(keyOf(row, by)) : keyOf(row, by));
  return rows.toSorted((a, b) => (at(a) < at(b) ? -1 : Number(at(a) > at(b))));
}

function unordered({ place, student }: AttemptRow, why: string): ClassDataError {
  return new ClassDataError(
    `${place}: this attempt of student "${student}" ${why}; give every attempt its place, or none.`,
  );
}

function keyOf(row: AttemptRow, by: Sorter): string {
  return row[by]?.trim() ?? "";
}

function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}
