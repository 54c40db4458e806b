import type { AttemptRow } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";

/**
 * The rows with each student's attempts in order: by `order` where rows have it, across tasks; else
 * tasks as they first occur and within a task by `attempt`; else as in the file. Numbers are
 * compared as numbers, times of ISO 8601 as times, and other texts as texts. Students stay as they
 * first occur. A column that is blank for all attempts of a student is ignored for that student.
 * @throws ClassDataError naming file and line where some attempts of a student have a place in the
 *   order and one has none, or one is a number and another is not: their order would be a guess
 */
export function sortAttempts(rows: readonly AttemptRow[]): AttemptRow[] {
  return [...Map.groupBy(rows, ({ student }) => student).values()].flatMap((attempts) => {
    if (attempts.some(({ order }) => order?.trim())) return sorted(attempts, "order");
    if (!attempts.some(({ attempt }) => attempt?.trim())) return attempts;
    const tasks = Map.groupBy(attempts, ({ task }) => task);
    return [...tasks.values()].flatMap((group) => sorted(group, "attempt"));
  });
}

/** With its offset from UTC, which texts cannot be compared by. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

function sorted(rows: readonly AttemptRow[], by: "order" | "attempt"): AttemptRow[] {
  const keyed = rows.map((row) => ({ row, key: row[by]?.trim() ?? "" }));
  const blank = keyed.find(({ key }) => key === "");
  if (blank !== undefined) throw unordered(blank.row, `has no ${by}, which others of hers have`);
  const [text, ...others] = keyed.filter(({ key }) => !Number.isFinite(Number(key)));
  if (text !== undefined && others.length + 1 < keyed.length) {
    throw unordered(
      text.row,
      `has ${JSON.stringify(text.row[by])} as its ${by}, where others of hers have numbers`,
    );
  }
  const timed = keyed.every(({ key }) => TIME.test(key));
  const placeOfText = timed ? Date.parse : String;
  const placeOf = text === undefined ? Number : placeOfText;
  const placed = keyed.map(({ row, key }) => ({ row, at: placeOf(key) }));
  return placed.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).map(({ row }) => row);
}

function unordered({ place, student }: AttemptRow, why: string): ClassDataError {
  return new ClassDataError(
    `${place}: this attempt of student "${student}" ${why}; give every attempt its place, or none.`,
  );
}
