import { describe, expect, it } from "vitest";
import { beliefs } from "./beliefs.ts";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import type { Joint } from "@promptnce/core";
import { world } from "../testing/plain-prompts.test.support.ts";

const x = { cue: "SHOVE" };

/** A world of 2,000 labels, all of probability one half under every x. */
const labels = Array.from({ length: 2000 }, (_, i) => `L${i}`);
const flat: Joint = {
  name: "flat",
  conditional: () => 0.5,
  marginal: new Map(labels.map((y) => [y, 1 / 2000])),
};

function spread(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

describe("beliefs", () => {
  it("are the same each time, for the same seed alone", () => {
    const held = beliefs(world, 1);
    expect(held.logOdds(x, "PUSH")).toBe(beliefs(world, 1).logOdds(x, "PUSH"));
    expect(held.logOdds(x, "PUSH")).not.toBe(beliefs(world, 2).logOdds(x, "PUSH"));
  });

  it("do not depend on the order of the fields of x, or of the candidates", () => {
    const held = beliefs(flat, 1);
    expect(held.logOdds({ b: "2", a: "1" }, "L1")).toBe(held.logOdds({ a: "1", b: "2" }, "L1"));
    expect(held.restLogOdds(x, ["L1", "L2"])).toBe(held.restLogOdds(x, ["L2", "L1"]));
  });

  it("err about pairs by the spread that is written down, and on the average not at all", () => {
    const held = beliefs(flat, 1);
    const { mean, deviation } = spread(labels.map((y) => held.logOdds(x, y)));
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(deviation / MODEL.pairSpread).toBeCloseTo(1, 1);
  });

  it("are further from the truth about base rates where no examples were shown", () => {
    const steep: Joint = {
      ...flat,
      marginal: new Map(labels.map((y, i) => [y, 1 / ((i + 1) * 8.2)])),
    };
    const held = beliefs(steep, 1);
    const error = (pull: number): number =>
      spread(labels.map((y) => held.logMarginal(y, pull) - Math.log(steep.marginal.get(y) ?? 1)))
        .deviation;
    expect(error(MODEL.ungroundedPull)).toBeGreaterThan(error(MODEL.groundedPull));
    expect(error(0) / MODEL.labelSpread).toBeCloseTo(1, 1);
  });

  it("take the general frequency of a label from its text, not from the dataset", () => {
    const other: Joint = { ...flat, marginal: new Map(labels.map((y, i) => [y, (i + 1) / 1e7])) };
    for (const y of ["L0", "L77"]) {
      expect(beliefs(other, 1).logMarginal(y, 1)).toBeCloseTo(
        beliefs(flat, 1).logMarginal(y, 1),
        12,
      );
    }
  });

  it("are finite where the truth is zero, one, or unheard of", () => {
    const certain: Joint = { ...world, conditional: (_, y) => (y === "PUSH" ? 1 : 0) };
    const held = beliefs(certain, 1);
    for (const value of [
      held.logOdds(x, "PUSH"),
      held.logOdds(x, "WATER"),
      held.restLogOdds(x, ["PUSH"]),
      held.restLogOdds(x, []),
      held.logMarginal("toString", 0.5),
    ]) {
      expect(value).toSatisfy(Number.isFinite);
    }
  });
});
