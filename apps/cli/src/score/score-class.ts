import { classOf, readAttempts, type ReadClass, readSummaries } from "@promptnce/case-study";
import { syntheticClass } from "@promptnce/case-study/world";
import type { Source, Joint } from "@promptnce/core";
import { UsageError } from "#command/errors";
import { checkTextFile } from "@promptnce/rows/input";
import { checkAttempts } from "../options/attempts-file.ts";

/** The class that the questions are about. */
export interface ScoreClass extends ReadClass {
  readonly sources: readonly Source[];
  /** The sentence stating that the class is synthetic; absent for a real class. */
  readonly madeUp?: string;
  /** The data behind the simulated respondent's answers. */
  readonly joint: Joint;
}

/** The synthetic class of the case study. */
export function demoClass(seed: string): ScoreClass {
  const subject = syntheticClass(seed);
  const { students, name } = subject;
  return {
    students,
    attempts: students.reduce((sum, { window, later }) => sum + window.length + later.length, 0),
    repeats: 0,
    blank: 0,
    short: [],
    sources: [],
    notes: [],
    madeUp: `${name}: made by a program with a known joint distribution, no person's code.`,
    joint: subject,
  };
}

/** The class in these files. @throws ClassDataError with the file and line of invalid data */
export async function classFrom(
  attempts: string,
  summaries: readonly string[] | undefined,
  { window, events }: { readonly window: number; readonly events?: readonly string[] | undefined },
): Promise<ScoreClass> {
  if (summaries === undefined) {
    throw new UsageError(
      "--summaries: name a CSV of summaries; `promptnce summarise` writes one with a model",
    );
  }
  checkAttempts(attempts);
  for (const file of summaries) {
    checkTextFile(file, "a CSV of summaries");
  }
  const { rows, sources, notes } = await readAttempts(attempts, events);
  const files = await Promise.all(summaries.map(readSummaries));
  const written = files.flatMap((file) => file.rows);
  const read = classOf(rows, written, { window });
  return {
    ...read,
    sources: [...sources, ...files.map(({ source }) => source)],
    notes: [...notes, ...read.notes],
    joint: classJoint(read),
  };
}

/**
 * The simulated respondent's knowledge of a real class: the frequency of each text. Win rates are
 * at chance.
 */
export function classJoint({ students }: Pick<ReadClass, "students">): Joint {
  const written = students.flatMap(({ window, later }) => [...window, ...later]);
  const byCode = Map.groupBy(written, ({ code }) => code);
  const marginal = new Map(
    Array.from(byCode, ([code, { length }]) => [code, length / written.length]),
  );
  return { name: "class", marginal, conditional: (_, code) => marginal.get(code) ?? 0 };
}
