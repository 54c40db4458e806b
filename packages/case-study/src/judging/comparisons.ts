import type { Trial } from "@promptnce/core";
import { candidateSet } from "@promptnce/core/sampling";
import { checkStudents } from "../class/check-students.ts";
import { labelSpaces, numberedAttempts, type Variant } from "./label-space.ts";
import type { Student } from "../class/student.ts";
import { shownSummaries } from "./shown-summaries.ts";

/** Trials that differ in the summary alone: same attempt y, same candidates in one order. */
export interface Comparison {
  /** Student, variant and the attempt's number from 1; unique, and the seed of the candidates. */
  readonly id: string;
  /** The id of the student, by whom standard errors resample. */
  readonly student: string;
  /** The assignment that the attempt and all candidates answer. */
  readonly task: string;
  /**
   * A trial for each kind of summary that the student has, two or more. In a class with one kind
   * there are two: her own, and that of another student.
   */
  readonly trials: ReadonlyMap<string, Trial>;
}

/** An attempt without a comparison. */
export interface SkippedAttempt {
  readonly id: string;
  readonly reason: string;
  /** The number of different texts of its task, if they are fewer than K. */
  readonly texts?: number;
}

export interface ComparisonOptions {
  readonly variant: Variant;
  readonly seed: string | number;
  /** Size of a candidate set, from 2; 5 by default. */
  readonly k?: number;
  /** The most comparisons of one student; 9 by default (Table 3). A window may have fewer. */
  readonly limit?: number;
}

/**
 * The comparisons of Section 4.4, student by student, and the attempts that give none. A trial is
 * `{ x: { summary }, y: code, context: { task }, candidates }`: an attempt given the task. For
 * `compression` the context has the attempt's number at the task as well: a first attempt stands
 * beside others' first. The candidates are the attempt, at a uniformly random place, and K−1
 * different texts of other students from the same context, drawn by how often they were written.
 *
 * A candidate set depends on the seed, the comparison and what was written in its context, not on
 * other comparisons or the order of the class. In a class with one kind of summary, the student's
 * own stands beside that of another student, drawn for each comparison. An attempt is skipped where
 * fewer than K texts are known in its context, and where it repeats an earlier one of its student: a
 * repeat is no further evidence, and a repeated snapshot is not unseen. Attempts after the limit are
 * left out without being listed. A student without two summaries, or without the one kind, is
 * skipped as a whole, and listed under her own id.
 * @throws RangeError where K or the limit is out of range
 * @throws ClassDataError naming the student and field where the class is malformed.
 * @example
 * const students = ["ann", "ben", "cleo"].map((id) => ({
 *   id,
 *   window: [{ task: "sum", code: `${id} + 1` }],
 *   later: [{ task: "sum", code: `${id} + 2` }],
 *   summaries: new Map([["expert", `She adds to ${id}.`], ["generic", "She writes code."]]),
 * }));
 * const { comparisons: all } = comparisons(students, { variant: "future", seed: 1, k: 2 });
 * [...all[0].trials.keys()]; // → ["expert", "generic"]
 */
export function comparisons(
  students: readonly Student[],
  { variant, seed, k = 5, limit = 9 }: ComparisonOptions,
): { readonly comparisons: readonly Comparison[]; readonly skipped: readonly SkippedAttempt[] } {
  if (!(Number.isInteger(k) && k >= 2))
    throw new RangeError(`K must be a whole number from 2, not ${k}.`);
  if (!(Number.isInteger(limit) && limit >= 1)) {
    throw new RangeError(`The limit must be a whole number from 1, not ${limit}.`);
  }
  checkStudents(students);
  const labelSpace = labelSpaces(students, variant);
  const shownOf = shownSummaries(students, seed);
  const made: Comparison[] = [];
  const skipped: SkippedAttempt[] = [];
  for (const student of students) {
    const shown = shownOf(student);
    if (typeof shown === "string") {
      skipped.push({ id: student.id, reason: shown });
      continue;
    }
    const enough = made.length + limit;
    for (const attempt of numberedAttempts(student, variant)) {
      if (made.length === enough) break;
      const id = `${student.id}/${variant}/${attempt.number}`;
      const space = labelSpace(student, attempt);
      if (attempt.repeats) {
        skipped.push({ id, reason: "repeats an earlier attempt of the student" });
      } else if (space.size < k) {
        const reason = `${space.size} different texts of task "${attempt.task}", fewer than K = ${k}`;
        skipped.push({ id, reason, texts: space.size });
      } else {
        const { context, code: y } = attempt;
        const candidates = candidateSet({ id, y, context }, space, k, seed);
        const trials = Array.from(shown(id), ([kind, summary]): [string, Trial] => [
          kind,
          { id: `${id}/${escaped(kind)}`, x: { summary }, y, context, candidates },
        ]);
        made.push({ id, student: student.id, task: attempt.task, trials: new Map(trials) });
      }
    }
  }
  return { comparisons: made, skipped };
}

/** A kind may be the name of a model, which may have a slash; without one no two ids are alike. */
function escaped(kind: string): string {
  return kind.replaceAll("%", "%25").replaceAll("/", "%2F");
}
