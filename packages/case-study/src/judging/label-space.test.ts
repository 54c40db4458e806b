import { expect, test } from "vitest";
import { labelSpaces, numberedAttempts } from "./label-space.ts";
import type { Attempt, Student } from "../class/student.ts";

const at = (task: string, code: string): Attempt => ({ task, code });

function student(id: string, [a, b, c, d]: readonly string[], later: Attempt[]): Student {
  const snapshot = (code: string | undefined): Attempt => at("warm-up", code!);
  const window = [snapshot(a), snapshot(b), snapshot(c), snapshot(d)];
  const summaries = new Map([
    ["expert", `of ${id}`],
    ["generic", "of anybody"],
  ]);
  return { id, window, later, summaries };
}

const ada = student(
  "ada",
  ["a", "b", "c", "d"],
  [at("loops", "x"), at("loops", "X "), at("lists", "b")],
);
const bea = student("bea", ["a", "b", "b", "b"], [at("loops", "y"), at("loops", "z")]);
const cyd = student("cyd", ["w", "x", "y", "z"], [at("loops", "Y"), at("lists", "q")]);
const students = [ada, bea, cyd];

test("attempts are numbered, and one whose text she wrote before is a repeat", () => {
  const numbers = (of: Student, variant: "compression" | "future"): unknown =>
    numberedAttempts(of, variant).map(({ number, repeats }) => [number, repeats]);
  expect(numbers(bea, "compression")).toEqual([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ]);
  expect(numbers(ada, "future")).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
});

test("a later attempt stands among what others wrote at its task, by how often they did", () => {
  const space = labelSpaces(students, "future");
  const [x] = numberedAttempts(ada, "future");
  // Bea's y and Cyd's Y are one text; Ada's own second attempt is not a rival of her first.
  expect([...space(ada, x!)]).toEqual([
    ["x", 1 / 4],
    ["Y", 2 / 4],
    ["z", 1 / 4],
  ]);
});

test("a snapshot stands among others' snapshots of the same number, its own text counted once", () => {
  const space = labelSpaces(students, "compression");
  const [first, second] = numberedAttempts(ada, "compression");
  expect(space(ada, first!)).toEqual(
    new Map([
      ["a", 2 / 3],
      ["w", 1 / 3],
    ]),
  );
  expect(space(ada, second!)).toEqual(
    new Map([
      ["b", 2 / 3],
      ["x", 1 / 3],
    ]),
  );
});

test("the order of the class does not matter, not even to the order of the labels", () => {
  const [x] = numberedAttempts(ada, "future");
  const forwards = labelSpaces(students, "future")(ada, x!);
  const backwards = labelSpaces(students.toReversed(), "future")(ada, x!);
  expect([...backwards]).toEqual([...forwards]);
});

test("where windows are of several tasks, an attempt stands among others' attempts of its number at its task", () => {
  const window = [at("loops", "l1"), at("lists", "m1"), at("loops", "l2")];
  const dee: Student = { id: "dee", window, later: [], summaries: new Map() };
  const space = labelSpaces([...students, dee], "compression");
  const attempts = numberedAttempts(dee, "compression");
  expect(attempts.map(({ context }) => context)).toEqual([
    { task: "loops", attempt: "1" },
    { task: "lists", attempt: "1" },
    { task: "loops", attempt: "2" },
  ]);
  const texts = attempts.map((attempt) => [...space(dee, attempt).keys()]);
  // Others' first and second attempts at the loops, all of them later than their windows.
  expect(texts).toEqual([
    ["l1", "Y", "x"],
    ["m1", "b", "q"],
    ["l2", "X ", "z"],
  ]);
});
