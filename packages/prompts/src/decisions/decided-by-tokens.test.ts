import type { Decision, NextTokens, Request } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { decidedByTokens, decisionByTokens } from "./decided-by-tokens.ts";

const choice: Decision = {
  instructions: "Which word?",
  options: [
    { id: "c1", description: "PUSH" },
    { id: "refund", description: "Money back" },
    { id: "HIT", description: "HIT" },
  ],
};

/** A model that gives letters these masses, wherever they stand, and keeps what it was asked. */
function favouring(masses: Readonly<Record<string, number>>) {
  const asked: Request[] = [];
  return {
    asked,
    complete: (request: Request) => {
      asked.push(request);
      const tokens = Object.entries(masses).map(([text, p]) => ({ text, logprob: Math.log(p) }));
      const text = JSON.stringify({ tokens } satisfies NextTokens);
      return Promise.resolve({ text, stop: "end" as const });
    },
  };
}

it("shows options after letters, an opaque id by its description alone, and a statement as yes or no", () => {
  expect(decisionByTokens("CUE: SHOVE", choice, 1)).toEqual({
    prompt:
      "CUE: SHOVE\n\nWhich word?\n\nA. refund: Money back\nB. HIT\nC. PUSH\n\nAnswer with one letter and nothing else.\nAnswer:",
    sample: 0,
    options: ["A", "B", "C"],
  });
  expect(decisionByTokens("s", { instructions: "It rains." })).toMatchObject({
    prompt: expect.stringContaining("It rains.\n\nIs that so?\n\nA. yes\nB. no\n") as string,
  });
});

describe("decidedByTokens", () => {
  const model = favouring({ A: 0.2, B: 0.1, C: 0.1, The: 0.6 });

  it("gives the options the masses of their letters, divided by their sum, which is reported", async () => {
    const decided = await decidedByTokens(model)("s", choice);
    expect(decided.probabilities?.map(({ id }) => id)).toEqual(["c1", "refund", "HIT"]);
    const masses = decided.probabilities?.map(({ probability }) => probability);
    expect(masses).toEqual([0.5, 0.25, 0.25].map((mass) => expect.closeTo(mass, 12)));
    expect(decided.labelMass).toBeCloseTo(0.4, 12);
  });

  it("evens out the order of the options in as many orders as there are options, and no more", async () => {
    const { asked, complete } = favouring({ A: 0.2, B: 0.1, C: 0.1 });
    const decided = await decidedByTokens({ complete }, 9)("s", choice);
    expect(asked).toHaveLength(3);
    for (const { probability } of decided.probabilities!) {
      expect(probability).toBeCloseTo(1 / 3, 12);
    }
    const even = await decidedByTokens({ complete }, 2)("s", { instructions: "It rains." });
    expect(even.probability).toBeCloseTo(0.5, 12);
  });

  it("reports a small mass, and refuses what is no distribution, too many options or one", async () => {
    const small = await decidedByTokens(favouring({ A: 1e-6, B: 1e-6, C: 1e-6 }))("s", choice);
    expect(small.labelMass).toBeCloseTo(3e-6, 12);
    await expect(decidedByTokens(favouring({ A: 1 }))("s", choice)).rejects.toThrow(
      "The model makes no decision: no token stands for B, C.",
    );
    const many = Array.from({ length: 27 }, (_, i) => ({ id: `o${i}`, description: "x" }));
    const ask = decidedByTokens(model);
    await expect(ask("s", { ...choice, options: many })).rejects.toThrow("26 letters");
    await expect(ask("s", { ...choice, options: [many[0]!] })).rejects.toThrow("two options");
  });
});
