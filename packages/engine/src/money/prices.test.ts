import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replyCost } from "./price.ts";
import { priceOf } from "./prices.ts";

const usage = { inputTokens: 1000, outputTokens: 100 };

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-01"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("priceOf", () => {
  it("knows a vendor's models from the kept table, at half price in a batch", async () => {
    // 3 and 15 dollars a million tokens.
    const price = await priceOf({ provider: "anthropic", model: "claude-sonnet-4-5" });
    expect(price?.cost(usage)).toBeCloseTo(0.003 + 0.0015, 12);
    expect(price?.batchCost?.(usage)).toBeCloseTo(0.00225, 12);
    expect(price?.source).toBe("@pydantic/genai-prices");
  });

  it("knows with the price whether the model answers without thinking, which the longest reply depends on", async () => {
    for (const [model, plain] of [
      ["gpt-4o", true],
      ["gpt-5", false],
    ] as const) {
      expect((await priceOf({ provider: "openai", model }))?.plain).toBe(plain);
    }
  });

  it.each(["gpt-4", "llama-3", "qwen2", "gemma-2"])(
    "takes %s for no such model at another server, which may give any model that name",
    async (model) => {
      const own = { model, priceIn: 1, priceOut: 1 };
      const baseUrl = "https://models.example/v1";
      for (const provider of ["openai-compatible", "anthropic"]) {
        expect((await priceOf({ ...own, provider, baseUrl }))?.plain).toBe(false);
      }
    },
  );

  it.each([
    ["written for five minutes", { cacheWriteTokens: 100_000 }, 0.375609],
    ["written for an hour", { cacheWriteTokens: 100_000, cacheWriteHourTokens: 100_000 }, 0.600609],
    ["read", { cachedTokens: 100_000 }, 0.030609],
    ["read, by counts that contradict each other", { cachedTokens: 200_000 }, 0.300609],
    ["neither", {}, 0.300609],
  ])("has the vendor's own rates of tokens of its cache: %s", async (_, cache, usd) => {
    const price = await priceOf({ provider: "anthropic", model: "claude-sonnet-4-5" });
    const tokens = { inputTokens: 100_003, outputTokens: 40, ...cache };
    expect(price?.cost(tokens)).toBeCloseTo(usd, 9);
    expect(price?.batchCost?.(tokens)).toBeCloseTo(usd / 2, 9);
    const given = await priceOf({ provider: "anthropic", model: "m", priceIn: 3, priceOut: 15 });
    expect(given?.cost(tokens)).toBeCloseTo(0.300609, 9);
  });

  it("follows a price that rises with the length of a call", async () => {
    const price = await priceOf({ provider: "anthropic", model: "claude-sonnet-4-5" });
    const long = { inputTokens: 300_000, outputTokens: 0 };
    const short = { inputTokens: 100_000, outputTokens: 0 };
    expect(price?.cost(long)).toBeGreaterThan(3 * (price?.cost(short) as number));
  });

  it.each([
    ["anthropic", "a-model-of-tomorrow"],
    ["openai", "a-model-of-tomorrow"],
    ["openai", "claude-sonnet-4-5"],
    ["openai-compatible", "gpt-4o"],
    ["ollama", "gpt-4o"],
  ])("does not know a price, and says so, for %s and %s", async (provider, model) => {
    expect(await priceOf({ provider, model })).toBeUndefined();
  });

  it.each(["http://localhost:11434/v1", "http://127.0.0.1:8080", "http://[::1]:1/v1"])(
    "knows that a server on this machine costs nothing, as %s, unless the user gives a price",
    async (baseUrl) => {
      const [free, own] = [{}, { priceIn: 2, priceOut: 10 }].map((prices) => {
        return priceOf({ provider: "openai-compatible", model: "gpt-4o", baseUrl, ...prices });
      });
      expect([(await free)?.cost(usage), (await free)?.source]).toEqual([
        0,
        "a server on this machine",
      ]);
      expect([(await free)?.assumed, (await own)?.assumed]).toEqual([true, undefined]);
      expect((await own)?.cost(usage)).toBeCloseTo(0.003, 12);
    },
  );

  it.each(["http://models.example/v1", "http://127.0.0.1.example", "http://localhost.example/v1"])(
    "does not know the price of a server elsewhere, as %s",
    async (baseUrl) => {
      expect(
        await priceOf({ provider: "openai-compatible", model: "gpt-4o", baseUrl }),
      ).toBeUndefined();
    },
  );

  it.each([
    ["openai-compatible", "llama-3.3-70b-versatile", "https://api.groq.com/openai/v1"],
    ["ai", "@ai-sdk/google:gemini-2.5-flash", undefined],
    ["ai", "@ai-sdk/groq:llama-3.3-70b-versatile", undefined],
  ])(
    "knows by its address or its package who serves a model: %s, %s, %s",
    async (provider, model, baseUrl) => {
      const price = await priceOf({ provider, model, baseUrl });
      expect(price?.cost(usage)).toBeGreaterThan(0);
      expect(price?.source).toBe("@pydantic/genai-prices");
      expect(price?.batchCost !== undefined).toBe(false);
      expect(
        await priceOf({
          provider,
          model: `${model}-of-tomorrow`,
          baseUrl: "https://none.example/v1",
        }),
      ).toBeUndefined();
    },
  );

  it("takes the user's own prices before any other, for any model", async () => {
    for (const provider of ["openai", "openai-compatible"]) {
      const price = await priceOf({ provider, model: "gpt-4o", priceIn: 2, priceOut: 10 });
      expect(price?.cost(usage)).toBeCloseTo(0.003, 12);
      expect(price?.source).toBe("given prices");
      expect(price?.batchCost !== undefined).toBe(provider === "openai");
    }
  });

  it("takes a price of nothing where the user gives it, and for the simulated respondent and a model in this process", async () => {
    const free = await priceOf({ provider: "ollama", model: "m", priceIn: 0, priceOut: 0 });
    expect(free?.cost(usage)).toBe(0);
    for (const provider of ["simulated", "llama"]) {
      expect((await priceOf({ provider, model: "m" }))?.cost(usage)).toBe(0);
    }
  });

  it.each([
    [{ priceIn: 1 }, "priceOut: a price for input needs a price for output"],
    [{ priceOut: 1 }, "priceIn: a price for input needs a price for output"],
    [{ priceIn: -1, priceOut: 1 }, "priceIn: give US dollars a million tokens, 0 or more, not -1"],
    [
      { priceIn: 1, priceOut: Number.NaN },
      "priceOut: give US dollars a million tokens, 0 or more, not NaN",
    ],
  ])("refuses %j", async (prices, sentence) => {
    await expect(priceOf({ provider: "openai", model: "m", ...prices })).rejects.toThrow(sentence);
  });
});

describe("the cost of a reply", () => {
  const price = { cost: () => 4, batchCost: () => 2, source: "test" };

  it("is the batch's where it came from one, and the plain one elsewhere", () => {
    expect(replyCost({ usage, batch: true }, price)).toBe(2);
    expect(replyCost({ usage }, price)).toBe(4);
  });

  it("is the plain one where the provider has no price for batches", () => {
    expect(replyCost({ usage, batch: true }, { cost: () => 4, source: "test" })).toBe(4);
  });

  it("is unknown without token counts", () => {
    expect(replyCost({ batch: true }, price)).toBeUndefined();
  });
});
