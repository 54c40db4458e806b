import {
  ClassDataError,
  classOf,
  readAttempts,
  type ReadClass,
  readSummaries,
  syntheticClass,
} from "@promptnce/case-study";
import type { Source } from "@promptnce/core";
import type { Joint } from "@promptnce/providers";
import { classJoint } from "./class-joint.ts";
import { UsageError } from "@promptnce/providers/choose";

/** The class that is asked about. */
export interface ScoreClass extends ReadClass {
  readonly sources: readonly Source[];
  /** What was taken of the files and what was not, a sentence each. */
  readonly notes: readonly string[];
  /** The sentence that says that nobody wrote it; absent of a real class. */
  readonly madeUp?: string;
  /** What the simulated respondent answers from. */
  readonly joint: Joint;
}

/** The synthetic class of the case study. */
export function demoClass(seed: string): ScoreClass {
  const subject = syntheticClass(seed);
  const { students, name } = subject;
  const attempts = students.reduce((sum, { window, later }) => sum + window.length + later.length, 0);
  return {
    students,
    attempts,
    repeats: 0,
    blank: 0,
    short: [],
    sources: [],
    notes: [],
    madeUp: `${name}: made by a program with a known joint distribution, no person's code.`,
    joint: subject,
  };
}

/**
 * The class in these files.
 *
 * @throws UsageError where no summaries are named.
 * @throws {ClassDataError} naming file and line of what is wrong with them.
 */
export async function classFrom(
  attempts: string,
  summaries: readonly string[],
  { window, events }: { readonly window: number; readonly events?: readonly string[] | undefined },
): Promise<ScoreClass> {
  if (summaries.length === 0) {
    throw new UsageError("--summaries: name a CSV of summaries; `promptnce summarise` writes one with a model");
  }
  const { rows, sources, notes } = await readAttempts(attempts, events);
  const files = await Promise.all(summaries.map(readSummaries));
  const read = classOf(
    rows,
    files.flatMap((file) => file.rows),
    { window },
  );
  if (read.short.length === new Set(rows.map(({ student }) => student)).size) {
    throw new ClassDataError(
      `No student has ${window} different attempts, as many as the window has: give a smaller --window.`,
    );
  }
  return {
    ...read,
    sources: [...sources, ...files.map(({ source }) => source)],
    notes: [...notes, ...notesOf(read, window)],
    joint: classJoint(read),
  };
}

function notesOf({ attempts, students, repeats, blank, short }: ReadClass, window: number): string[] {
  const single = students.filter(({ id, summaries }) => summaries.size < 2 && !short.includes(id));
  return [
    `${attempts} attempts of ${students.length} students; dropped ${repeats} that repeat an earlier one of the student, and ${blank} blank.`,
    ...(short.length === 0
      ? []
      : [`${have(short.length)} fewer than ${window} different attempts: not asked about, only compared with.`]),
    ...(single.length === 0 || single.length === students.length - short.length
      ? []
      : [
          `${have(single.length)} fewer than two summaries, the first of them ${single[0]?.id}: not asked about, only compared with.`,
        ]),
  ];
}

/** `1 student has`, `3 students have`. */
function have(count: number): string {
  return count === 1 ? "1 student has" : `${count} students have`;
}
