import { random } from "@promptnce/core/sampling";
import { copyManner, drawManner, type Manner } from "./habits.ts";
import {
  laterTasks,
  program,
  type Stage,
  stages,
  type Exercise,
  wholeProgram,
  windowTask,
} from "./program.ts";
import { type ProgramWorld, programWorld } from "./program-world.ts";
import { rates } from "./rates.ts";
import type { Attempt, Student } from "../class/student.ts";
import { expertSummary, genericSummaries } from "./summary.ts";

/** A class made up by a program, with the distribution that it was drawn from. */
export interface SyntheticClass extends ProgramWorld {
  readonly name: "synthetic-class";
  /** Whose templates ask about it. */
  readonly task: "programs";
  /** Always true: every table about this class says so. */
  readonly simulated: true;
  readonly students: readonly Student[];
}

/**
 * A class of students who never lived, shaped like the paper's (Section 4.4): each has eight
 * habits, a window of four stages of one program, up to nine later programs, an expert's summary of
 * some of the habits that the window shows, and a generic one. A student depends on the seed and
 * her number alone, so a larger class begins with a smaller.
 * @throws RangeError if `size` is not a whole number from 1
 * @example
 * const { students } = syntheticClass(1, 8);
 * [students.length, students[0].window.length]; // → [8, 4]
 */
export function syntheticClass(seed: string | number = 1, size = 100): SyntheticClass {
  if (!(Number.isInteger(size) && size >= 1)) {
    throw new RangeError(`A synthetic class has a whole number of students from 1, not ${size}.`);
  }
  const students = Array.from({ length: size }, (_, i) => syntheticStudent(seed, i + 1));
  return {
    name: "synthetic-class",
    task: "programs",
    simulated: true,
    students,
    ...programWorld(),
  };
}

function syntheticStudent(seed: string | number, number: number): Student {
  const id = `synthetic-${String(number).padStart(3, "0")}`;
  const source = random(`${seed}/${id}`);
  const habitual = drawManner(source);
  // One manner for the whole window: a student does not rewrite her loop at every save.
  const inWindow = copyManner(habitual, rates.habit, source);
  const attempt = (task: Exercise, manner: Manner, stage: Stage): Attempt => {
    return { task: task.name, code: program(task, manner, stage) };
  };
  return {
    id,
    window: stages.map((stage) => attempt(windowTask, inWindow, stage)),
    later: laterTasks
      .filter(() => source.uniform() < rates.attempts)
      .map((task) => attempt(task, copyManner(habitual, rates.habit, source), wholeProgram)),
    summaries: new Map([
      ["expert", expertSummary(inWindow, source)],
      ["generic", genericSummaries[source.below(genericSummaries.length)]!],
    ]),
  };
}
