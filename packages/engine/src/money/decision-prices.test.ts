import { expect, it } from "vitest";
import { priceOf } from "./prices.ts";

const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 900_000 };

it.each([
  ["decisions", "gpt-6-luna", undefined, 0.1],
  ["systemone", "jev-1.14.0", undefined, 0.042],
  ["systemone-compatible", "solar-decide", "https://api.upstage.ai/v1", 0.1],
])("%s asks %s at its own price, cached tokens in full", async (provider, model, baseUrl, usd) => {
  const price = await priceOf({ provider, model, baseUrl });
  expect(price?.cost(usage)).toBeCloseTo(usd, 12);
  expect(price?.source).toBe("prices read 2026-11-28");
  expect(price).not.toHaveProperty("batchCost");
});

it.each([
  ["systemone-compatible", "jev-1.14.0", "https://elsewhere.example/v1"],
  ["decisions", "gpt-9", undefined],
  ["systemone", "other", undefined],
])("%s has no price for %s at %s", async (provider, model, baseUrl) => {
  expect(await priceOf({ provider, model, baseUrl })).toBeUndefined();
});

it("costs nothing on this machine, or what its user says", async () => {
  const local = { provider: "systemone-compatible", model: "m", baseUrl: "http://localhost:1/v1" };
  expect((await priceOf(local))?.cost(usage)).toBe(0);
  expect((await priceOf({ ...local, priceIn: 2, priceOut: 0 }))?.cost(usage)).toBe(2);
});
