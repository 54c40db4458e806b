import { expect, test } from "vitest";
import { syntheticClass } from "./synthetic-class.ts";

const made = syntheticClass();

test("a class has 100 students, says that it is simulated, and is a function of its seed", () => {
  expect(made.students).toHaveLength(100);
  expect(made).toMatchObject({ name: "synthetic-class", task: "programs", simulated: true });
  expect(syntheticClass().students).toEqual(made.students);
  expect(syntheticClass(2).students).not.toEqual(made.students);
});

test("a larger class begins with the smaller one", () => {
  expect(syntheticClass(1, 120).students.slice(0, 100)).toEqual(made.students);
});

test("every student has four different snapshots of one task and later attempts at others", () => {
  for (const { window, later } of made.students) {
    expect(new Set(window.map(({ code }) => code)).size).toBe(4);
    expect(new Set(window.map(({ task }) => task))).toEqual(new Set(["sum_even"]));
    expect(new Set(later.map(({ task }) => task)).size).toBe(later.length);
    expect(later.map(({ task }) => task)).not.toContain("sum_even");
  }
});

test("students attempt some of the nine later tasks, about 7.2 each", () => {
  const attempts = made.students.reduce((sum, { later }) => sum + later.length, 0);
  expect(Math.abs(attempts - 720)).toBeLessThan(4 * Math.sqrt(900 * 0.8 * 0.2));
});

test("every attempt of the class is a program the world knows, and possible under its summary", () => {
  for (const { window, later, summaries } of made.students) {
    for (const { code } of [...window, ...later]) {
      expect(made.conditional({ summary: summaries.get("expert")! }, code)).toBeGreaterThan(0);
      expect(made.conditional({ summary: summaries.get("generic")! }, code)).toBe(
        made.marginal.get(code),
      );
    }
  }
});

test("a class without a student is refused", () => {
  expect(() => syntheticClass(1, 0)).toThrow(
    "A synthetic class has a whole number of students from 1, not 0.",
  );
});
