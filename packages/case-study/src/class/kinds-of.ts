import type { Student } from "./student.ts";

/** The kinds of summary in a class, each once, in the order in which they first occur. */
export function kindsOf(students: readonly Pick<Student, "summaries">[]): string[] {
  return [...new Set(students.flatMap(({ summaries }) => [...summaries.keys()]))];
}
