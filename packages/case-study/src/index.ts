// A class: students with their summaries, from files
export type { Attempt, Student } from "./class/student.ts";
export { readAttempts } from "./attempts/read-attempts.ts";
export type { AttemptRow, Attempts } from "./attempts/attempt-row.ts";
export { readSummaries, type SummaryRow } from "./class/read-summaries.ts";
export { classOf, type ReadClass } from "./class/class-of.ts";
export { ClassDataError } from "./attempts/errors.ts";
