import { random } from "@promptnce/core/sampling";
import { expect, test } from "vitest";
import { drawManner, habitNames, type Manner } from "./habits.ts";
import { rates } from "./rates.ts";
import { expertSummary, genericSummaries, readSummary } from "./summary.ts";

const students = Array.from({ length: 4_000 }, (_, i) => {
  const source = random(`summary/${i}`);
  const window = drawManner(source);
  return { window, stated: readSummary(expertSummary(window, source)) };
});

/** How many standard errors a count of `of` is from its probability. */
function errors(count: number, of: number, probability: number): number {
  return Math.abs(count / of - probability) / Math.sqrt((probability * (1 - probability)) / of);
}

test("each habit is mentioned at the rate of mentions, whichever value it has", () => {
  for (const habit of habitNames) {
    const count = students.filter(({ stated }) => habit in stated).length;
    expect(errors(count, students.length, rates.mention)).toBeLessThan(4.5);
  }
  const early = students.filter(({ window }) => window.result === "early");
  const count = early.filter(({ stated }) => "result" in stated).length;
  expect(errors(count, early.length, rates.mention)).toBeLessThan(4.5);
});

test("a mention is what the window shows, but for the errors the rate of fidelity leaves", () => {
  const mentioned = students.filter(({ window, stated }) => window.loop === "while" && stated.loop);
  const right = mentioned.filter(({ stated }) => stated.loop === "while").length;
  const expected = rates.fidelity + (1 - rates.fidelity) * 0.4;
  expect(errors(right, mentioned.length, expected)).toBeLessThan(4.5);
});

test("a generic summary states no habit", () => {
  expect(genericSummaries).toHaveLength(3);
  for (const text of genericSummaries) {
    expect(readSummary(text)).toEqual({});
  }
});

test("any text can be read, and one that states both values of a habit states neither", () => {
  expect(readSummary("")).toEqual({});
  expect(readSummary("She repeats by while. She repeats with for. She is off by one.")).toEqual({
    bound: "short",
  } satisfies Partial<Manner>);
});

test("an expert who mentions nothing still writes a sentence", () => {
  const silent = { ...random(1), uniform: () => 0.99 };
  expect(expertSummary(drawManner(random(1)), silent)).toBe(
    "Nothing in this student's code stands out.",
  );
});
