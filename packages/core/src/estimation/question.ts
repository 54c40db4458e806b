import type { Query, Question } from "../types.ts";

/** A query put to the templates of a task; `sample` numbers repeated draws. */
export function questionOf(query: Query, task: string, sample = 0): Question {
  return { ...query, task, sample } as Question;
}

/**
 * Text that is equal for two questions exactly if they ask the same: the fields of x in any order, candidates in the
 * order they are shown.
 */
export function questionKey(question: Question): string {
  return JSON.stringify(question, (_, value: unknown) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    // Entries, not a sorted object: a key such as "__proto__" or "7" would not keep its place.
    return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  });
}
