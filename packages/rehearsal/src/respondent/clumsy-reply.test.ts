import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { clumsyReply } from "./clumsy-reply.ts";
import type { ReplyMembers } from "./reply-json.ts";

const set: ReplyMembers = ["a", "b", "c", "d"].map((key) => [key, 0.25]);
const source = random("clumsy");
const NOTES = ', "notes": "simulated"';

function numbersOf(text: string): number[] {
  return Object.values(JSON.parse(text) as Record<string, number>);
}

describe("replies in the manners of a small real model", () => {
  const sets = Array.from({ length: 2000 }, () => numbersOf(clumsyReply(set, "", source).text));
  const share = (is: (numbers: readonly number[]) => boolean): number =>
    sets.filter(is).length / sets.length;
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((total, one) => total + one, 0);

  it("hold sums far from one for the most part, above and below", () => {
    expect(share((one) => Math.abs(sum(one) - 1) > 0.1)).toBeGreaterThan(0.7);
    expect(share((one) => sum(one) > 1.1)).toBeGreaterThan(0.5);
    expect(share((one) => sum(one) < 0.9)).toBeGreaterThan(0.15);
  });

  it("hold zeros, and at times a number that is no probability", () => {
    expect(sets.flat().filter((one) => one === 0).length / sets.flat().length).toBeCloseTo(0.1, 1);
    const nonsense = share((one) => one.some((mass) => mass < 0 || mass > 1));
    expect(nonsense).toBeGreaterThan(0.015);
    expect(nonsense).toBeLessThan(0.05);
  });

  it("favour the first place", () => {
    const fair = sets.filter((one) => one.every((mass) => mass > 0 && mass < 1));
    const mean = (place: number): number =>
      sum(fair.map((one) => one[place]! / sum(one))) / fair.length;
    expect(mean(0)).toBeGreaterThan(1.1 * mean(1));
    expect(mean(3) / mean(1)).toBeCloseTo(1, 1);
  });

  it("run on in their notes to the limit in every fifth, behind whole numbers", () => {
    const replies = Array.from({ length: 1000 }, () => clumsyReply([["p", 0.5]], NOTES, source));
    const cut = replies.filter(({ stop }) => stop === "length");
    expect(cut.length / replies.length).toBeCloseTo(0.2, 1);
    for (const { text } of cut)
      expect(text).toMatch(/^\{"p": (0\.5|-60), "notes": "simulated and so on .* on$/);
  });
});
