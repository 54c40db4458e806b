import type { Provider } from "@promptnce/core";
import type { JournalRecord } from "@promptnce/providers";
import { describe, expect, it } from "vitest";
import { runCost } from "./run-cost.ts";

const provider = (name: string, model: string): Provider => ({
  name,
  model,
  settings: {},
  complete: () => Promise.reject(new Error("never asked")),
});

function record(name: string, model: string, tokens: number | undefined): JournalRecord {
  const usage = tokens === undefined ? {} : { usage: { inputTokens: tokens, outputTokens: tokens } };
  return {
    v: 1,
    key: "0".repeat(64),
    provider: name,
    model,
    settings: {},
    sample: 0,
    prompt: "p",
    reply: { text: "t", stop: "end", ...usage },
    at: "2026-01-01T00:00:00Z",
  };
}

describe("runCost", () => {
  it("sums what each reply cost at the user's prices, every attempt, and counts those without tokens", async () => {
    const records = [1000, 3000, undefined].map((tokens) => record("openai", "m", tokens));
    const cost = await runCost(records, [provider("openai", "m")], { priceIn: 10, priceOut: 100 });
    expect(cost.usd).toBeCloseTo(0.44, 12);
    expect(cost).toMatchObject({
      models: [{ model: "m", price: "given prices" }],
      withoutUsage: 1,
    });
  });

  it("says of a model whose price nobody knows that it is unknown, not nothing", async () => {
    const providers = [provider("openai-compatible", "local"), provider("simulated", "truthful")];
    const cost = await runCost([record("openai-compatible", "local", 5)], providers, {});
    expect(cost.models).toEqual([
      {
        provider: "openai-compatible",
        model: "local",
        usd: null,
        price: "unknown: give --price-in and --price-out",
      },
      { provider: "simulated", model: "truthful", usd: 0, price: "simulated" },
    ]);
  });
});
