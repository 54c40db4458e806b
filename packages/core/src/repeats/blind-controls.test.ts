import { describe, expect, test } from "vitest";
import { blindToX, blindToY, controlsApply } from "./blind-controls.ts";

describe("blind controls", () => {
  test("apply where what they look at repeats within its context", () => {
    const x = [1, 1, 2, 2];
    expect(controlsApply({ x, labels: ["A", "B", "A", "B"] })).toEqual({
      blindToX: true,
      blindToY: true,
      both: true,
      free: 1,
    });
    expect(controlsApply({ x, labels: ["A", "B", "C", "D"] })).toEqual({
      blindToX: false,
      blindToY: true,
      both: false,
      free: 0,
    });
    expect(controlsApply({ x: [1, 2, 3, 4], labels: ["A", "B", "A", "B"] })).toEqual({
      blindToX: true,
      blindToY: false,
      both: false,
      free: 0,
    });
    // The same letters of two questions are two labels, and the same group two x.
    const contexts = ["q1", "q1", "q2", "q2"];
    expect(controlsApply({ contexts, x: [1, 2, 1, 2], labels: ["A", "A", "A", "A"] })).toEqual({
      blindToX: true,
      blindToY: false,
      both: false,
      free: 0,
    });
  });

  test("apply together where a quarter of the pairs is left to vary, one missing of many or none", () => {
    const crossed = Array.from({ length: 40 }, (_, pair) => pair);
    const keys = {
      contexts: crossed.map((pair) => pair >> 2),
      x: crossed.map((pair) => (pair >> 1) % 2),
      labels: crossed.map((pair) => pair % 2),
    };
    expect(controlsApply(keys).both).toBe(true);
    const without = (key: number[]) => key.slice(1);
    const missing = {
      contexts: without(keys.contexts),
      x: without(keys.x),
      labels: without(keys.labels),
    };
    expect(controlsApply(missing)).toMatchObject({ blindToX: false, blindToY: false, both: false });
    const three = {
      contexts: Array.from({ length: 35 }, (_, pair) => Math.floor((pair + 1) / 6)),
      x: Array.from({ length: 35 }, (_, pair) => Math.floor(((pair + 1) % 6) / 3)),
      labels: Array.from({ length: 35 }, (_, pair) => (pair + 1) % 3),
    };
    // One of 36 pairs of two x with three labels each is missing: 35 of 18 labels.
    expect(controlsApply(three)).toMatchObject({ blindToX: false, blindToY: true, both: true });
  });

  test("count a pair once that stands twice", () => {
    expect(controlsApply({ x: [1, 1], labels: ["A", "A"] }).blindToY).toBe(false);
  });

  test("blind to x says base rates alone: −ln P(y) of PMI, P(y) of a conditional", () => {
    expect([...blindToX([0.5, 1], "pmi")]).toEqual([Math.LN2, -0]);
    expect([...blindToX([0.5, 1], "conditional")]).toEqual([0.5, 1]);
  });

  test("blind to y says each x's mean estimate over its labels, contexts apart", () => {
    const keys = { contexts: ["a", "a", "a", "b"], x: [1, 1, 2, 1], labels: ["A", "B", "A", "A"] };
    expect([...blindToY([1, 2, 3, 4], keys)]).toEqual([1.5, 1.5, 3, 4]);
    expect(() => blindToY([1], keys)).toThrow("4 numbers, not 1");
  });
});
