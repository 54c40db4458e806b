import { syntheticClass } from "@promptnce/case-study/world";
import { expect, it } from "vitest";
import { classJoint } from "./score-class.ts";

const attempt = (code: string) => ({ task: "t", code });
const [one] = syntheticClass(1, 1).students;
const student = (window: string[], later: string[]) => ({
  ...one!,
  window: window.map(attempt),
  later: later.map(attempt),
});

it("a text is as likely as it was frequent, whoever wrote it", () => {
  const joint = classJoint({ students: [student(["a", "b"], ["a"]), student(["a"], [])] });
  expect([...joint.marginal]).toEqual([
    ["a", 0.75],
    ["b", 0.25],
  ]);
});

it("a summary carries no information: P(y|x) is P(y), and 0 for what nobody wrote", () => {
  const joint = classJoint({ students: [student(["a", "__proto__"], [])] });
  for (const summary of ["she writes a", ""]) {
    expect(["a", "__proto__", "c"].map((y) => joint.conditional({ summary }, y))).toEqual([
      0.5, 0.5, 0,
    ]);
  }
});
