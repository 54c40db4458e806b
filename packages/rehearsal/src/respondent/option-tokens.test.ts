import { describe, expect, it } from "vitest";
import type { NextTokens } from "@promptnce/core";
import { optionTokens } from "./option-tokens.ts";

const masses = (text: string) =>
  (JSON.parse(text) as NextTokens).tokens.map(({ text: token, logprob }) => [
    token,
    Math.exp(logprob),
  ]);

describe("optionTokens", () => {
  const members = [
    ["A", 0.5],
    ["C", 0.25],
    ["B", 0.25],
  ] as const;

  it("gives each letter its mass, in the order shown", () => {
    expect(masses(optionTokens(["A", "B", "C"], members, false))).toEqual([
      ["A", expect.closeTo(0.5, 12)],
      ["B", expect.closeTo(0.25, 12)],
      ["C", expect.closeTo(0.25, 12)],
    ]);
  });

  it("gives yes the one probability there is, wherever it stands, and no the rest", () => {
    expect(masses(optionTokens(["No", "Yes"], [["p_apply", 0.25]], false))).toEqual([
      ["No", expect.closeTo(0.75, 12)],
      ["Yes", expect.closeTo(0.25, 12)],
    ]);
  });

  it("writes a probability of zero as vendors do", () => {
    expect(optionTokens(["Yes", "No"], [["p", 0]], false)).toContain(
      '{"text":"Yes","logprob":-9999}',
    );
  });

  it("with a model's manners favours the first and leaves much of the mass to other tokens", () => {
    expect(masses(optionTokens(["B", "A", "C"], members, true))).toEqual([
      ["B", expect.closeTo(0.36 * 0.4, 12)],
      ["A", expect.closeTo(0.36 * 0.4, 12)],
      ["C", expect.closeTo(0.36 * 0.2, 12)],
      ["The", expect.closeTo(0.64, 12)],
    ]);
  });
});
