import { describe, expect, it } from "vitest";
import type { ModelEstimate } from "../money/run-estimate.ts";
import { Interrupted } from "../errors/engine-errors.ts";
import { type BeforeAskingOptions, insteadOfAsking, type Person } from "./before-asking.ts";

const tokens = { inputTokens: 1000, outputTokens: 100, exact: false };

/** Of which so much is expected, and ten times that at most if not given. */
function model(
  cost: number | undefined,
  { stored = 0, name = "openai", most = 10 * (cost ?? 0) } = {},
): ModelEstimate {
  const priced = cost === undefined ? {} : { cost };
  const longest = {
    inputTokens: 2000,
    outputTokens: 1000,
    ...(cost !== undefined && { cost: most }),
  };
  return {
    name,
    model: "m",
    estimate: { questions: 10, stored, ...tokens, ...priced, most: longest },
  };
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

const options = { confirmAbove: 1 };

/** Whether a run begins of which so much is expected. */
async function begins(
  models: readonly ModelEstimate[],
  more: BeforeAskingOptions,
  who?: Person,
): Promise<boolean> {
  try {
    return (await insteadOfAsking(async () => models, more, who)) === undefined;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  }
}

describe("before anything is asked", () => {
  it("lets a run begin that costs no more than the threshold, whatever its replies are", async () => {
    expect(await begins([model(0.04), model(0.06)], options)).toBe(true);
  });

  it("heeds the most that a run may cost, and not what is expected", async () => {
    await expect(begins([model(0.04, { most: 5.96 })], options)).rejects.toThrow(
      "this run may cost up to $5.96 ($0.04 is expected), more than the $1.00 of `confirmAbove`",
    );
  });

  it("lets a run begin whose budget keeps it within the threshold", async () => {
    const limited = { ...model(0.04, { most: 5.96 }), left: 0.9 };
    expect(await begins([limited], options)).toBe(true);
    await expect(begins([limited, model(0.02)], options)).rejects.toThrow("up to $1.10");
  });

  it("asks a person about a sum above it, and does as told", async () => {
    for (const answer of [true, false]) {
      const who = person(answer);
      expect(await begins([model(0.06), model(0.06)], options, who)).toBe(answer);
      expect(who.asked[0]).toContain(
        "up to $1.20 ($0.12 is expected), more than the $1.00 of `confirmAbove`. Go on?",
      );
      expect(who.asked[0]).toContain("questions        10");
    }
  });

  it("asks about the price of a batch where batches are asked", async () => {
    const { estimate } = model(0.12);
    const halved = {
      ...model(0.12),
      estimate: { ...estimate, batchCost: 0.06, most: { ...estimate.most, batchCost: 0.6 } },
    };
    expect(await begins([halved], { ...options, batch: true })).toBe(true);
    await expect(begins([halved], options)).rejects.toThrow("up to $1.20");
    const unpriced = begins([model(0.12)], { ...options, batch: true });
    await expect(unpriced).rejects.toThrow("up to $1.20");
  });

  it("takes an unknown price for more than any threshold", async () => {
    const who = person(true);
    await begins([model(0.1), model(undefined)], { ...options, confirmAbove: 1e9 }, who);
    expect(who.asked[0]).toContain("the cost of asking m is unknown");
  });

  it("tells a script what it needs", async () => {
    await expect(begins([model(1.2345)], options)).rejects.toThrow(
      "this run may cost up to $12.34 ($1.23 is expected), more than the $1.00 of `confirmAbove`: look with `dryRun`, then give `yes`",
    );
    await expect(begins([model(undefined)], options)).rejects.toThrow(
      "give `yes`, or the prices with `priceIn` and `priceOut`",
    );
  });

  it("asks nobody after yes, where all is stored, or where only the simulated respondent is asked", async () => {
    expect(await begins([model(50)], { ...options, yes: true })).toBe(true);
    expect(await begins([model(0, { stored: 10 })], { ...options, confirmAbove: 0 })).toBe(true);
    expect(await begins([model(undefined, { name: "simulated" })], options)).toBe(true);
  });
});
