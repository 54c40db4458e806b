import { describe, expect, it } from "vitest";
import { closed, direct, none, open, split, ungrounded } from "../terms/terms.ts";
import { plan } from "./plan.ts";
import type { Trial } from "../types.ts";

const trial = (cue: string, y: string): Trial => {
  return { id: `${cue}→${y}`, x: { cue }, y, candidates: ["A", "B"] };
};
const trials = [trial("X", "A"), trial("X", "B"), trial("Z", "A")];

describe("plan", () => {
  it("asks each distinct question once across estimators and runs", () => {
    const run = {
      task: "words",
      estimators: [split(closed, none), split(closed, ungrounded)],
      trials,
    };
    const questions = [...plan([run, run])];
    // Two inputs share one candidate set, and two labels have one base rate each.
    expect(questions.map((q) => q.kind).sort()).toEqual([
      "closed",
      "closed",
      "marginal",
      "marginal",
    ]);
  });

  it("tells the same words under another task apart", () => {
    const runs = ["a", "b"].map((task) => ({ task, estimators: [split(direct, none)], trials }));
    expect([...plan(runs)]).toHaveLength(6);
  });

  it("numbers repeated samples from zero", () => {
    const run = {
      task: "words",
      estimators: [split(open, none)],
      trials: [trial("X", "A")],
      samples: 3,
    };
    expect([...plan([run])].map((q) => q.sample)).toEqual([0, 1, 2]);
  });

  it("yields as it finds, without walking all trials first", () => {
    let walked = 0;
    const estimator = (t: Trial, ask: Parameters<ReturnType<typeof split>>[1]) => {
      walked++;
      return split(direct, none)(t, ask);
    };
    plan([{ task: "words", estimators: [estimator], trials }]).next();
    expect(walked).toBe(1);
  });
});
