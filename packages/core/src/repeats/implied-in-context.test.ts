import { expect, test } from "vitest";
import { impliedInContext } from "./implied-in-context.ts";

test("is the plain mean over the x of a context, contexts apart", () => {
  const implied = impliedInContext([0.2, 0.4, 0.9, 0.5], {
    contexts: ["q1", "q1", "q2", "q2"],
    x: ["men", "women", "men", "women"],
    labels: ["A", "A", "A", "A"],
  });
  expect([...implied]).toEqual([(0.2 + 0.4) / 2, (0.2 + 0.4) / 2, 0.7, 0.7]);
});

test("counts an x once however often it stands, by the mean of what was said of it", () => {
  const implied = impliedInContext([0.1, 0.3, 0.6], { x: [1, 1, 2], labels: ["A", "A", "A"] });
  expect([...implied]).toEqual([0.4, 0.4, 0.4]);
});

test("leaves out an x without a conditional of the label, and has none where none is left", () => {
  const implied = impliedInContext([0.2, Number.NaN, Number.NaN, 0.8], {
    x: [1, 2, 1, 3],
    labels: ["A", "A", "B", "A"],
  });
  expect([...implied]).toEqual([0.5, 0.5, Number.NaN, 0.5]);
});

test("refuses conditionals that are not one a row", () => {
  expect(() => impliedInContext([0.5], { x: [1, 2], labels: ["A", "A"] })).toThrow("2 numbers");
});
