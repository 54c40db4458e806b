import { expect, it } from "vitest";
import { sortAttempts } from "./sort-attempts.ts";
import type { AttemptRow } from "./attempt-row.ts";

type Given = Partial<Pick<AttemptRow, "student" | "task" | "order" | "attempt">>;

const rows = (...given: Given[]): AttemptRow[] =>
  given.map((one, i) => ({
    student: "s",
    task: "t",
    code: `${i}`,
    place: `a.csv, line ${i + 2}`,
    ...one,
  }));
const codes = (...given: Given[]): string =>
  sortAttempts(rows(...given))
    .map(({ code }) => code)
    .join("");

it("sorts by order across tasks, numbers as numbers and times as texts", () => {
  expect(codes({ order: "10" }, { order: "9", task: "u" }, { order: "1e3" })).toBe("102");
  expect(codes({ order: "2026-01-02T10:00" }, { order: "2026-01-01T11:00" })).toBe("10");
  expect(codes({ order: "2026-01-01T08:00:00Z" }, { order: "2026-01-01T09:00:00+02:00" })).toBe(
    "10",
  );
});

it("sorts by attempt within a task, tasks as they first occur", () => {
  expect(codes({ attempt: "2" }, { task: "u", attempt: "1" }, { attempt: "1" })).toBe("201");
});

it("leaves the file's order where there is none, or it is blank for all attempts of a student", () => {
  expect(codes({}, {})).toBe("01");
  expect(codes({ order: "" }, { order: " " })).toBe("01");
  expect(codes({ order: "", attempt: "2" }, { order: "", attempt: "1" })).toBe("10");
});

it("keeps students as they first occur, each ordered in her own way", () => {
  expect(codes({ student: "b", order: "2" }, { student: "a" }, { student: "b", order: "1" })).toBe(
    "201",
  );
});

it.each([
  [
    [{ order: "10" }, { order: "" }],
    'a.csv, line 3: this attempt of student "s" has no order, which others of hers have; give every attempt its place, or none.',
  ],
  [
    [{ attempt: "1" }, {}],
    'line 3: this attempt of student "s" has no attempt, which others of hers have',
  ],
  [
    [{ order: "10" }, { order: "last" }],
    'line 3: this attempt of student "s" has "last" as its order, where others of hers have numbers',
  ],
])("refuses an order that would be a guess: %j", (given, sentence) => {
  expect(() => sortAttempts(rows(...given))).toThrow(sentence);
});
