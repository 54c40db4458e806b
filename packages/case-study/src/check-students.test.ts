import { expect, test } from "vitest";
import { checkStudents } from "./check-students.ts";
import type { Student, Window } from "./student.ts";
import { syntheticClass } from "./synthetic-class.ts";

const [first, second] = syntheticClass(1, 2).students as [Student, Student];
const change = (changes: Partial<Student>): Student[] => [first, { ...second, ...changes }];

test("a class as it should be is accepted, the empty one included", () => {
  expect(() => checkStudents([first, second])).not.toThrow();
  expect(() => checkStudents(change({ later: [] }))).not.toThrow();
  expect(() => checkStudents([])).not.toThrow();
});

test("the student and the field at fault are named", () => {
  const short = second.window.slice(1) as unknown as Window;
  const wrong: readonly (readonly [Partial<Student>, string])[] = [
    [{ id: " " }, "Student 2 of the list has a blank id: give each her own."],
    [{ id: first.id }, 'Two students have the id "synthetic-001": give each her own.'],
    [
      { window: short },
      'The window of student "synthetic-002" has 3 snapshots, but four consecutive ones are compared.',
    ],
    [
      { later: [{ task: "t", code: "\n" }] },
      'Student "synthetic-002" has a blank later[0].code: give its text or leave her out.',
    ],
    [{ expert: "" }, 'Student "synthetic-002" has a blank expert: give its text or leave her out.'],
    [
      { expert: `${second.generic}\n` },
      'Student "synthetic-002" has the same text as expert and generic summary: they are to be told apart.',
    ],
  ];
  for (const [changes, sentence] of wrong) {
    expect(() => checkStudents(change(changes))).toThrow(new RangeError(sentence));
  }
});
