import { describe, expect, it } from "vitest";
import { probabilityAxis } from "./probability-axis.ts";

const axis = (...values: number[]) => {
  const { domain, ticks, tickFormat } = probabilityAxis(values);
  const label = tickFormat as (tick: number) => string;
  return { domain, labels: (ticks as number[]).map((tick) => label(tick)) };
};

describe("the axis of probabilities", () => {
  it.each([
    [
      [0.5, 0.95],
      [0.1, 1],
      ["0.1", "1"],
    ],
    [
      [0.03, 0.5],
      [0.01, 1],
      ["0.01", "0.1", "1"],
    ],
    [
      [1e-6, 0.3],
      [1e-6, 1],
      ["1e-6", "1e-4", "0.01", "1"],
    ],
    [
      [0.00002, 1],
      [1e-5, 1],
      ["1e-4", "0.01", "1"],
    ],
    [
      [3e-9, 1],
      [1e-9, 1],
      ["1e-9", "1e-6", "1e-3", "1"],
    ],
    [[], [0.1, 1], ["0.1", "1"]],
  ])("of %j goes over %j and has labels at %j", (values, domain, labels) => {
    expect(axis(...values)).toEqual({ domain, labels });
  });

  it("extends to an estimate above 1, which is not a probability", () => {
    expect(axis(0.5, 1.2)).toEqual({ domain: [0.1, 1.2], labels: ["0.1", "1"] });
  });
});
