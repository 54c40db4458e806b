import { random } from "@promptnce/core/sampling";
import { expect, test } from "vitest";
import { copyManner, drawHabit, drawManner, habitNames, habits } from "./habits.ts";

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

const draws = 20_000;

function shareOf<T>(values: readonly T[], value: T): number {
  return values.filter((candidate) => candidate === value).length / values.length;
}

test("values come up in their shares", () => {
  const source = random("shares");
  const drawn = Array.from({ length: draws }, () => drawHabit("result", source));
  for (const { value, share } of habits.result) {
    const error = Math.sqrt((share * (1 - share)) / draws);
    expect(Math.abs(shareOf(drawn, value) - share)).toBeLessThan(4 * error);
  }
});

test("a copy at rate one is the original, and at rate zero a fresh draw", () => {
  const source = random("copies");
  const original = drawManner(source);
  expect(copyManner(original, 1, source)).toEqual(original);
  const fresh = Array.from({ length: draws }, () => copyManner(original, 0, source).spacing);
  expect(Math.abs(shareOf(fresh, "tight") - 0.3)).toBeLessThan(4 * Math.sqrt(0.21 / draws));
});

test("a copy of a random manner has the shares of the class again", () => {
  const source = random("stationary");
  const copies = Array.from({ length: draws }, () => copyManner(drawManner(source), 0.8, source));
  const early = shareOf(
    copies.map(({ result }) => result),
    "early",
  );
  expect(Math.abs(early - 0.15)).toBeLessThan(4 * Math.sqrt((0.15 * 0.85) / draws));
});

test("the same seed draws the same manner", () => {
  expect(drawManner(random("a"))).toEqual(drawManner(random("a")));
});
