import { describe, expect, it } from "vitest";
import { confirmCost } from "./confirm-cost.ts";
import type { ModelEstimate } from "./estimate-run.ts";

const tokens = { inputTokens: 1000, outputTokens: 100, exact: false };

function model(cost: number | undefined, { stored = 0, name = "openai" } = {}): ModelEstimate {
  const priced = cost === undefined ? {} : { cost };
  return { name, model: "m", estimate: { questions: 10, stored, ...tokens, ...priced } };
}

/** Somebody who answers as told and remembers what was asked. */
function person(answer: boolean) {
  const asked: string[] = [];
  return {
    asked,
    confirm: async (text: string, question: string) => {
      asked.push(text + question);
      return answer;
    },
  };
}

const options = { yes: false, confirmAbove: 1, batch: false };

describe("confirmCost", () => {
  it("lets a run begin whose cost is known and within the threshold", async () => {
    expect(await confirmCost([model(0.4), model(0.6)], options, undefined)).toBe(true);
  });

  it("asks a person about a sum above it, and does as told", async () => {
    for (const answer of [true, false]) {
      const who = person(answer);
      expect(await confirmCost([model(0.6), model(0.6)], options, who)).toBe(answer);
      expect(who.asked[0]).toContain("about $1.20, more than the $1.00 of --confirm-above. Go on?");
      expect(who.asked[0]).toContain("questions        10");
    }
  });

  it("asks about the price of a batch where batches are asked", async () => {
    const halved = { ...model(1.2), estimate: { ...model(1.2).estimate, batchCost: 0.6 } };
    expect(await confirmCost([halved], { ...options, batch: true }, undefined)).toBe(true);
    await expect(confirmCost([halved], options, undefined)).rejects.toThrow("about $1.20");
    const unpriced = confirmCost([model(1.2)], { ...options, batch: true }, undefined);
    await expect(unpriced).rejects.toThrow("about $1.20");
  });

  it("takes an unknown price for more than any threshold", async () => {
    const who = person(true);
    await confirmCost([model(0.1), model(undefined)], { ...options, confirmAbove: 1e9 }, who);
    expect(who.asked[0]).toContain("nobody knows what asking m will cost");
  });

  it("tells a script what it needs", async () => {
    await expect(confirmCost([model(12.345)], options, undefined)).rejects.toThrow(
      "this run will cost about $12.35, more than the $1.00 of --confirm-above: look with --dry-run, then give --yes",
    );
    await expect(confirmCost([model(undefined)], options, undefined)).rejects.toThrow(
      "give --yes, or the prices with --price-in and --price-out",
    );
  });

  it("asks nobody after --yes, where all is stored, or where only the simulated respondent is asked", async () => {
    expect(await confirmCost([model(50)], { ...options, yes: true }, undefined)).toBe(true);
    expect(await confirmCost([model(0, { stored: 10 })], { ...options, confirmAbove: 0 }, undefined)).toBe(true);
    expect(await confirmCost([model(undefined, { name: "simulated" })], options, undefined)).toBe(true);
  });
});
