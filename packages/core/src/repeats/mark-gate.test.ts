import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import {
  blindRespondents,
  blindToXRespondents,
  blindToYRespondents,
  blindWorlds,
  blocksPassed,
  truthful,
} from "./blind-respondents.test.support.ts";
import { centredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";
import { beyondLevels, truthLevels } from "./beyond-levels.ts";
import { markGate } from "./mark-gate.ts";

describe("what a mark must be above chance in", () => {
  const source = random("gates");
  const column = (rows: number) => Array.from({ length: rows }, () => normal(source));
  const gate = (keys: { contexts?: number[]; x: number[]; labels: number[] }, levels = false) => {
    const [estimates, truth, logMarginals] = [0, 1, 2].map(() => column(keys.x.length));
    const known = levels ? { beyondLevels: beyondLevels(truth!, truthLevels(truth!, keys)) } : {};
    const own = { estimates: estimates!, truth: truth!, logMarginals: logMarginals! };
    return markGate({ ...own, keys, ...known });
  };
  const rows = Array.from({ length: 24 }, (_, row) => row);
  const crossed = { x: rows.map((row) => row >> 2), labels: rows.map((row) => row % 4) };

  test("is ρ centred by both where x and labels repeat, by context, else by x", () => {
    expect(gate(crossed, true)).toMatchObject({ by: "centred", unit: { name: "x", count: 6 } });
    const contexts = rows.map((row) => row >> 3);
    expect(gate({ ...crossed, contexts })).toMatchObject({
      by: "centred",
      unit: { name: "context", count: 3 },
      inflation: 1,
    });
  });

  test("is beyond the levels of the dataset where x stand once, and these are known", () => {
    const once = { x: rows, labels: crossed.labels };
    expect(gate(once, true)).toMatchObject({ by: "levels", unit: { name: "pair", count: 24 } });
  });

  test("is within label where they are not known, and beyond the base rate where labels stand once too", () => {
    expect(gate({ x: rows, labels: crossed.labels }).by).toBe("label");
    expect(gate({ x: rows, labels: rows }).by).toBe("base rate");
  });

  test("weighs rows, whatever decides", () => {
    const weights = rows.map((row) => 1 + (row % 3));
    const [estimates, truth, logMarginals] = [0, 1, 2].map(() => column(rows.length));
    const once = { x: rows, labels: crossed.labels };
    const own = { estimates: estimates!, truth: truth!, logMarginals: logMarginals! };
    for (const keys of [once, { x: rows, labels: rows }]) {
      const weighted = markGate({ ...own, keys, weights }).statistic(new Uint32Array(24).fill(1));
      const repeated = markGate({ ...own, keys }).statistic(Uint32Array.from(weights));
      expect(weighted).toBeCloseTo(repeated, 12);
    }
    const centred = centredByBoth(own.estimates, own.truth, crossed, weights);
    const drawn = Uint32Array.from(rows, (row) => row % 2);
    expect(markGate({ ...own, keys: crossed, weights }).statistic(drawn)).toBe(
      resampledCentredSpearman(centred)(drawn),
    );
  });
});

describe.each(Object.entries(blindWorlds))("of %s", (_, shape) => {
  test("a truthful respondent passes always", () => {
    const options = { name: "truthful", seeds: 3, replicates: 100 };
    expect(blocksPassed(shape, truthful, options)).toEqual({ blocks: 6, passed: 6 });
  });

  test("who looks at less than x and y passes hardly ever", () => {
    const kinds = [blindToXRespondents, blindToYRespondents, blindRespondents];
    const all = kinds.flatMap((kind) => Object.entries(kind));
    expect(all).toHaveLength(16);
    const passed = all.map(([name, respondent]) => {
      return blocksPassed(shape, respondent, { name, seeds: 1, replicates: 100 }).passed;
    });
    // Of 32 blocks; at 2.5 % more than 4 are found once in 500 times.
    expect(passed.reduce((sum, own) => sum + own, 0)).toBeLessThan(5);
  });
});
