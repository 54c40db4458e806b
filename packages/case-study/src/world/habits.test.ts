import { expect, test } from "vitest";
import { habitNames, habits } from "./habits.ts";

test("the shares of each habit are positive and sum to one", () => {
  expect(habitNames).toHaveLength(8);
  for (const habit of habitNames) {
    const shares: readonly number[] = habits[habit].map(({ share }) => share);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 14);
  }
});

test("no clause contains another, so that a summary can be read without doubt", () => {
  const clauses = habitNames.flatMap((habit) => habits[habit].flatMap((value) => value.clauses));
  expect(clauses.length).toBeGreaterThan(30);
  for (const clause of clauses) {
    expect(clauses.filter((other) => other.includes(clause))).toEqual([clause]);
  }
});
