import type { AttemptRow } from "../attempts/attempt-row.ts";
import { ClassDataError } from "../attempts/errors.ts";
import type { SummaryRow } from "./read-summaries.ts";
import { neededSummaries, summaryKinds, textForm, type Attempt, type Student } from "./student.ts";

/** A class as read, with the parts that could not be used. */
export interface ReadClass {
  readonly students: readonly Student[];
  /**
   * The number of attempts in the files, and of those dropped: repetitions of a student's earlier
   * text, and blank ones.
   */
  readonly attempts: number;
  readonly repeats: number;
  readonly blank: number;
  /**
   * Students without a complete window: no questions are asked about them, but their attempts serve
   * as distractors.
   */
  readonly short: readonly string[];
  /** A sentence for each kind of content used or ignored. */
  readonly notes: readonly string[];
}

/**
 * The class of these attempts: of each student the first `window` different attempts are what her
 * summaries were written from, and the rest are later ones. A summary becomes one line without
 * fences.
 * @param rows as `readAttempts` gives them, each student's in order
 * @throws ClassDataError where no student has a whole window; naming file and line: no two
 * students, a summary of somebody without attempts, a second one of a kind, one that was written
 * from another window
 * @example
 * const rows = ["ann", "ben"].flatMap((student) =>
 *   [1, 2, 3].map((i) => ({ student, task: "sum", code: `${student} + ${i}`, place: `line ${i}` })),
 * );
 * const { students } = classOf(rows, [], { window: 2 });
 * students.map(({ id, later }) => [id, later.length]); // → [["ann", 1], ["ben", 1]]
 */
export function classOf(
  rows: readonly AttemptRow[],
  summaries: readonly SummaryRow[],
  { window }: { readonly window: number },
): ReadClass {
  const byStudent = Map.groupBy(rows, ({ student }) => student);
  const [first] = rows;
  if (first === undefined) {
    throw new ClassDataError("There are no attempts: a class has those of two students or more.");
  }
  if (byStudent.size < 2) {
    const one = `all attempts are of student "${first.student}", but a class has two students or more`;
    throw new ClassDataError(`${first.place}: ${one}.`);
  }
  for (const row of summaries) {
    checkSummary(row, byStudent, window);
  }
  checkOnce(summaries);
  const students = Array.from(byStudent, ([id, own]): Student => {
    const attempts = different(own);
    const written = summaries.filter(({ student }) => attempts.length >= window && student === id);
    return {
      id,
      window: attempts.slice(0, window),
      later: attempts.slice(window),
      summaries: new Map(written.map(({ kind, summary }) => [kind, plainSummary(summary)])),
    };
  });
  const short = students.flatMap((student) => (student.window.length < window ? [student.id] : []));
  if (short.length === students.length) {
    const many = `${window} different attempts, as many as the window has`;
    throw new ClassDataError(
      (write) => `No student has ${many}: give a smaller ${write("window")}.`,
    );
  }
  // A student all of whose attempts were blank wrote nothing.
  const wrote = students.filter((student) => student.window.length > 0);
  const blank = rows.filter(({ code }) => textForm(code) === "").length;
  const used = students.reduce(
    (sum, { window: first, later }) => sum + first.length + later.length,
    0,
  );
  const read = {
    students: wrote,
    attempts: rows.length,
    repeats: rows.length - blank - used,
    blank,
    short,
  };
  return { ...read, notes: notesOf(read, window) };
}

function notesOf(
  { attempts, students, repeats, blank, short }: Omit<ReadClass, "notes">,
  window: number,
): string[] {
  const [kind, ...more] = summaryKinds(students);
  const needed = neededSummaries(students);
  const without = students.filter(
    ({ id, summaries }) => summaries.size < needed && !short.includes(id),
  );
  const lacked = needed === 1 ? "no summary" : "fewer than two summaries";
  return [
    `${attempts} attempts of ${students.length} students; dropped ${repeats} that repeat an earlier one of the student, and ${blank} blank.`,
    short.length > 0 &&
      `${have(short.length)} fewer than ${window} different attempts: not asked about, only compared with.`,
    without.length > 0 &&
      without.length !== students.length - short.length &&
      `${have(without.length)} ${lacked}, the first of them ${without[0]?.id}: not asked about, only compared with.`,
    kind !== undefined &&
      more.length === 0 &&
      `There is one kind of summary, ${kind}: each is compared with another student's, drawn for each attempt.`,
  ].filter((note) => note !== false);
}

function have(count: number): string {
  return count === 1 ? "1 student has" : `${count} students have`;
}

/** The attempts that are neither blank nor a repetition. */
function different(rows: readonly AttemptRow[]): Attempt[] {
  const texts = Map.groupBy(rows, ({ code }) => textForm(code));
  texts.delete("");
  return Array.from(texts.values(), ([first]) => ({ task: first!.task, code: first!.code }));
}

function checkSummary(
  row: SummaryRow,
  students: ReadonlyMap<string, unknown>,
  window: number,
): void {
  if (!students.has(row.student)) {
    throw new ClassDataError(`${row.place}: there are no attempts of student "${row.student}".`);
  }
  if (row.window !== undefined && row.window !== window) {
    throw new ClassDataError(
      `${row.place}: the summary was written from ${row.window} snapshots, but the window is ${window}: what it was shown would count as unseen, or the other way round.`,
    );
  }
}

function checkOnce(summaries: readonly SummaryRow[]): void {
  const places = new Map<string, string>();
  for (const { student, kind, place } of summaries) {
    const key = JSON.stringify([student, kind]);
    const before = places.get(key);
    if (before !== undefined) {
      throw new ClassDataError(
        `${place}: student "${student}" has a summary of kind "${kind}" already (${before}).`,
      );
    }
    places.set(key, place);
  }
}

/**
 * The text on one line and without fences, so that a model's text cannot be mistaken for other
 * parts of a prompt.
 */
function plainSummary(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").replaceAll(/`{3,}/g, "``");
}
