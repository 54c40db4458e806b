import type { Answer, Ask, Pmf } from "@promptnce/core";
import { expect, it } from "vitest";
import { zerosAsWritten } from "./zeros-as-written.ts";

const [x, candidates] = [{ cue: "X" }, ["A", "B"]];
const asked = (said: Answer | undefined) => zerosAsWritten((() => said) as Ask);
const open = (said: Pmf | undefined) => asked(said)({ kind: "open", x, candidates });
const pmf = (a: number, resolution?: number): Pmf => ({
  labels: candidates,
  masses: [a, 1 - a],
  other: 0,
  ...(resolution && { resolution }),
});

it("replaces a zero in a set, OTHER included, by half of the last digit that its reply shows", () => {
  expect(open(pmf(0, 0.01))).toEqual({ labels: candidates, masses: [0.005, 1], other: 0.005 });
  expect(open(pmf(0, 0.001))?.masses).toEqual([0.0005, 1]);
});

it("gives a closed set no OTHER", () => {
  const { labels, masses } = pmf(0);
  expect(open({ labels, masses, resolution: 0.01 })).toEqual({ labels, masses: [0.005, 1] });
});

it("keeps values above zero to the last bit", () => {
  for (const p of [1e-9, 0.1 + 0.2, 1]) {
    expect(open(pmf(p, 0.01))?.masses[0]).toBe(p);
  }
});

it("keeps a zero whose unit is unknown, and an unreadable answer", () => {
  expect(open(pmf(0))).toEqual(pmf(0));
  expect(asked(0)({ kind: "conditional", x, y: "A" })).toBe(0);
  expect(open(undefined)).toBeUndefined();
});
