import { expect, test } from "vitest";
import { ClassDataError } from "../attempts/errors.ts";
import { checkStudents } from "./check-students.ts";
import type { Student } from "./student.ts";
import { syntheticClass } from "../world/synthetic-class.ts";

const [first, second] = syntheticClass(1, 2).students as [Student, Student];
const change = (changes: Partial<Student>): Student[] => [first, { ...second, ...changes }];

test("a class as it should be is accepted, the empty one included", () => {
  expect(() => checkStudents([first, second])).not.toThrow();
  expect(() => checkStudents(change({ later: [] }))).not.toThrow();
  expect(() => checkStudents([])).not.toThrow();
});

test("the student and the field at fault are named", () => {
  const summaries = (expert: string): Pick<Student, "summaries"> => ({
    summaries: new Map([...second.summaries, ["expert", expert]]),
  });
  const wrong: readonly (readonly [Partial<Student>, string])[] = [
    [{ id: " " }, "Student 2 of the list has a blank id: give each her own."],
    [{ id: first.id }, 'Two students have the id "synthetic-001": give each her own.'],
    [
      { window: [] },
      'The window of student "synthetic-002" has no snapshots: give those her summaries were written from.',
    ],
    [
      { later: [{ task: "t", code: "\n" }] },
      'Student "synthetic-002" has a blank later[0].code: give its text or leave her out.',
    ],
    [
      summaries(""),
      'Student "synthetic-002" has a blank summary "expert": give its text or leave her out.',
    ],
  ];
  for (const [changes, sentence] of wrong) {
    expect(() => checkStudents(change(changes))).toThrow(new ClassDataError(sentence));
  }
});

test("two kinds that are the same text for every student are refused, and for one they are a tie", () => {
  const same = (student: Student): Student => ({
    ...student,
    summaries: new Map([
      ["expert", "Of anybody."],
      ["generic", "Of anybody.\n"],
    ]),
  });
  expect(() => checkStudents([same(first), same(second)])).toThrow(
    new ClassDataError(
      'The summaries "expert" and "generic" are the same text for every student: they are to be told apart.',
    ),
  );
  expect(() => checkStudents([same(first), second])).not.toThrow();
});
