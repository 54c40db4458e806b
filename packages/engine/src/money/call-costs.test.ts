import { describe, expect, it } from "vitest";
import { callCosts } from "./call-costs.ts";
import type { Price } from "./price.ts";

const price: Price = {
  cost: ({ inputTokens, outputTokens }) => inputTokens + 2 * outputTokens,
  batchCost: ({ inputTokens, outputTokens }) => (inputTokens + 2 * outputTokens) / 2,
  source: "this test",
};
const request = { prompt: "1234567890" };
const limited = { settings: { max_tokens: 10 } };

describe("what a call may cost", () => {
  it("is bound by the request's own limit, and by what models write without a limit", () => {
    const own = callCosts({ settings: { max_output_tokens: { reasoning: 904 } } }, price);
    expect([own.isBound, own.most(request)]).toEqual([true, 110 + 2 * 5000]);
    const none = callCosts({ settings: {} }, price);
    expect([none.isBound, none.most(request)]).toEqual([true, 110 + 2 * 128_000]);
  });

  it("is the most that writing to a cache costs, where the settings ask for that", () => {
    const dear: Price = {
      ...price,
      cost: (usage) => price.cost(usage) + (usage.cacheWriteHourTokens ?? 0),
    };
    const system = [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }];
    const caching = callCosts(
      { settings: { max_output_tokens: { reasoning: 904 }, system } },
      dear,
    );
    const plain = callCosts({ settings: { max_output_tokens: { reasoning: 904 } } }, dear);
    expect(caching.most(request)).toBeGreaterThan(plain.most(request));
  });

  it("is bound by the limit of the settings where the model does not think", () => {
    const costs = callCosts(limited, { ...price, plain: true });
    expect([costs.isBound, costs.most(request)]).toEqual([true, 130]);
  });

  it("is not bound by that limit where it may think, before a reply tells", () => {
    const costs = callCosts(limited, price);
    expect([costs.isBound, costs.most(request)]).toEqual([false, 130]);
    costs.note(620);
    costs.note(20);
    expect([costs.isBound, costs.most(request)]).toEqual([true, 620]);
    costs.note(20);
    expect(costs.most({ prompt: "x".repeat(1000) })).toBe(1120);
  });

  it("is that of a batch in a batch", () => {
    expect(callCosts(limited, price, true).most(request)).toBe(65);
  });
});
