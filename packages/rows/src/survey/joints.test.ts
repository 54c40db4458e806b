import { fingerprint, fingerprintTable } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import { countedJoint, madeUpJoint } from "./joints.ts";
import { pairKey, people } from "./people.ts";

describe("madeUpJoint", () => {
  const labels = Array.from({ length: 19 }, (_, i) => `label ${i}`);
  const frequency = new Map(labels.map((label, i) => [label, (i + 1) / 190]));
  const joint = madeUpJoint(frequency, "1", "made up");
  const inputs = Array.from({ length: 4000 }, (_, i) => ({ cue: `cue ${i}` }));

  it("gives every input a distribution that sums to one, and the marginal too", () => {
    for (const x of inputs.slice(0, 50)) {
      const sum = labels.reduce((total, y) => total + joint.conditional(x, y), 0);
      expect(sum).toBeCloseTo(1, 12);
    }
    expect([...joint.marginal.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });

  it("has the mean over inputs for its marginal, which follows the labels' frequency", () => {
    for (const y of labels) {
      const mean = inputs.reduce((sum, x) => sum + joint.conditional(x, y), 0) / inputs.length;
      expect(mean / (joint.marginal.get(y) ?? 0)).toBeCloseTo(1, 1);
    }
    expect(joint.marginal.get("label 18")).toBeGreaterThan(joint.marginal.get("label 0") ?? 1);
  });

  it("depends on nothing that was asked before", () => {
    const [x, other] = inputs as [{ cue: string }, { cue: string }];
    const first = joint.conditional(x, "label 3");
    joint.conditional(other, "label 3");
    expect(joint.conditional({ ...x }, "label 3")).toBe(first);
    expect(madeUpJoint(frequency, "1", "n").conditional(x, "label 3")).toBe(first);
    expect(madeUpJoint(frequency, "2", "n").conditional(x, "label 3")).not.toBe(first);
  });

  it("knows no label that the rows have not", () => {
    expect(joint.conditional({ cue: "a" }, "CONSTRUCTOR")).toBe(0);
  });
});

describe("countedJoint", () => {
  it("answers from the counts, for fields in any order and zero for an unknown x", () => {
    const [pairs, totals] = [fingerprintTable(), fingerprintTable()];
    const key = fingerprint("p", "h");
    for (const [y, count] of [
      ["a", 3],
      ["b", 1],
    ] as const) {
      pairs.add(pairKey(key, y), count);
      totals.add(key, count);
    }
    const labels = new Map([
      ["a", 3],
      ["b", 1],
    ]);
    const counted = people({ pairs, totals, labels, answers: 4 });
    const joint = countedJoint(counted, { fields: ["premise", "hypothesis"] }, "n");
    expect(joint.conditional({ hypothesis: "h", premise: "p" }, "a")).toBe(0.75);
    expect(joint.conditional({ premise: "p", hypothesis: "h" }, "c")).toBe(0);
    expect(joint.conditional({ premise: "h", hypothesis: "p" }, "a")).toBe(0);
  });
});
