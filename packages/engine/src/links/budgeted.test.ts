import { setImmediate as nextTurn } from "node:timers/promises";
import type { Provider, Usage } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { BudgetError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/core/errors";
import { memoryBudget } from "../money/budget.ts";
import { budgeted } from "./budgeted.ts";
import { cached } from "./cached.ts";
import type { Price } from "../money/price.ts";
import { memory } from "../testing/counting-provider.test.support.ts";

const price: Price = {
  cost: ({ inputTokens, outputTokens }) => inputTokens + 2 * outputTokens,
  source: "this test",
};

/** A vendor whose replies use so many tokens; a token in costs 1 dollar here, one out 2. */
function vendor(usage: Usage | undefined, settings: Provider["settings"] = { max_tokens: 10 }) {
  const counted = { calls: 0, most: 0 };
  let underWay = 0;
  const complete: Provider["complete"] = async () => {
    counted.calls++;
    counted.most = Math.max(counted.most, ++underWay);
    await nextTurn();
    underWay--;
    return { text: "ok", stop: "end", ...(usage && { usage }) };
  };
  const provider: Provider = { name: "n", model: "m", settings, complete };
  return { provider, counted };
}

const ask = (provider: Provider, count: number): Promise<PromiseSettledResult<unknown>[]> =>
  Promise.allSettled(
    Array.from({ length: count }, (_, sample) =>
      provider.complete({ prompt: "1234567890", sample }),
    ),
  );

/**
 * What a budget of less than two million dollars has spent, as it says of what it cannot pay any
 * more.
 */
const spentOf = async (budget: Provider): Promise<number | undefined> => {
  const late = await budget
    .complete({ prompt: "x".repeat(2e6), sample: 0 })
    .catch((error: unknown) => error);
  return late instanceof BudgetError ? late.spent : undefined;
};

describe("budgeted", () => {
  it("sets aside a reply that is thought of unless the price says that the model does not think", async () => {
    const limit = 110 + 2 * 40_000;
    const { provider } = vendor({ inputTokens: 1, outputTokens: 1 }, {});
    const outcomes = [false, true].map((plain) =>
      ask(budgeted({ budget: memoryBudget({ limit }), price: { ...price, plain } })(provider), 1),
    );
    expect((await Promise.all(outcomes)).flat().map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
    ]);
  });

  // The most that such a call may cost: 10 bytes and 100 around them, and 10 tokens out: 130.
  it("never passes the limit, and spends what fits", async () => {
    const { provider, counted } = vendor({ inputTokens: 20, outputTokens: 10 });
    const budget = budgeted({ budget: memoryBudget({ limit: 1000 }), price })(provider);
    const ended = await ask(budget, 100);
    expect(await spentOf(budget)).toBeLessThanOrEqual(1000);
    expect(await spentOf(budget)).toBeGreaterThan(1000 - 130);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(counted.calls);
    expect(counted.calls).toBe(22);
    expect(counted.most).toBe(7);
  });

  it("stays within the limit where replies cost more than their settings allow, as reasoning may", async () => {
    // A reply costs 20 + 2 · 300, five times the 130 that are set aside for it.
    const { provider, counted } = vendor({ inputTokens: 20, outputTokens: 300 });
    const budget = budgeted({ budget: memoryBudget({ limit: 3200 }), price })(provider);
    const ended = await ask(budget, 16);
    expect(counted).toEqual({ calls: 5, most: 4 });
    expect(await spentOf(budget)).toBe(5 * 620);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it.each([
    ["the model does not think", { max_tokens: 10 }, true],
    ["each request limits its reply", { max_tokens: { reasoning: 0 } }, false],
  ] as const)("sends the first calls together where %s", async (_, settings, plain) => {
    const { provider, counted } = vendor({ inputTokens: 20, outputTokens: 10 }, settings);
    const budget = memoryBudget({ limit: 1e6 });
    await ask(budgeted({ budget, price: { ...price, plain } })(provider), 7);
    expect(counted.most).toBe(7);
  });

  it("sets aside the request's own limit where the settings leave it to the request", async () => {
    const settings = { max_output_tokens: { reasoning: 904 } };
    const { provider, counted } = vendor(undefined, settings);
    // 110 tokens in and 5,000 out: of 11,000 dollars one call costs 10,110.
    const budget = budgeted({ budget: memoryBudget({ limit: 11_000 }), price })(provider);
    await ask(budget, 2);
    expect([counted.calls, await spentOf(budget)]).toEqual([1, 10_110]);
  });

  it("rejects every call where not even the first fits, also those that waited for it", async () => {
    const { provider, counted } = vendor({ inputTokens: 20, outputTokens: 10 });
    const spent = () => nextTurn(900);
    const ended = await ask(
      budgeted({ budget: memoryBudget({ limit: 1000, spent }), price })(provider),
      5,
    );
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    expect(counted.calls).toBe(0);
  });

  it("says what was spent and how to go on, in an error of its own", async () => {
    const { provider } = vendor({ inputTokens: 20, outputTokens: 10 });
    const budget = budgeted({ budget: memoryBudget({ limit: 140 }), price })(provider);
    await ask(budget, 1);
    const late = budget.complete({ prompt: "1234567890", sample: 1 });
    await expect(late).rejects.toThrow(BudgetError);
    await expect(late).rejects.toMatchObject({
      spent: 40,
      limit: 140,
      message:
        "The budget of $140.00 would be exceeded: $40.0000 is spent and the next call may cost $130.0000. All replies paid for are kept; to go on, repeat the run with a larger budget, or with a limit on replies (`maxTokens`), which lowers the most that a call may cost.",
    });
  });

  it("does not count what the store answers, and goes on from it with a larger budget", async () => {
    const { provider, counted } = vendor({ inputTokens: 20, outputTokens: 10 });
    const store = memory();
    await ask(
      cached(budgeted({ budget: memoryBudget({ limit: 500 }), price })(provider), store),
      30,
    );
    const before = counted.calls;
    expect(store.kept.size).toBe(before);
    const more = budgeted({
      budget: memoryBudget({ limit: 10_000, spent: () => before * 40 }),
      price,
    })(provider);
    const ended = await ask(cached(more, store), 30);
    expect(ended.every(({ status }) => status === "fulfilled")).toBe(true);
    expect(counted.calls).toBe(30);
    expect(await spentOf(more)).toBe(30 * 40);
  });

  it("takes a reply without token counts for the most that it may cost", async () => {
    const budget = budgeted({
      budget: memoryBudget({ limit: 1000 }),
      price,
    })(vendor(undefined).provider);
    await ask(budget, 1);
    expect(await spentOf(budget)).toBe(130);
  });

  it("sets the money of a failed call free again", async () => {
    const failing: Provider = {
      ...vendor(undefined).provider,
      complete: () => Promise.reject(new Error("no")),
    };
    const budget = budgeted({ budget: memoryBudget({ limit: 130 }), price })(failing);
    for (let i = 0; i < 3; i++) {
      await expect(budget.complete({ prompt: "1234567890", sample: i })).rejects.toThrow("no");
    }
    expect(await spentOf(budget)).toBe(0);
  });

  it("knows the longest reply from the settings, or takes what a model may write that thinks", async () => {
    const { provider } = vendor(undefined, {});
    const whole = budgeted({ budget: memoryBudget({ limit: 1e6 }), price })(provider);
    await ask(whole, 1);
    expect(await spentOf(whole)).toBe(110 + 2 * 128_000);
    const limited = budgeted({
      budget: memoryBudget({ limit: 1e6 }),
      price,
    })(vendor(undefined, { max_tokens: 5 }).provider);
    await ask(limited, 1);
    expect(await spentOf(limited)).toBe(120);
  });

  it("refuses a limit that is not a number of 0 or more", () => {
    const { provider } = vendor(undefined);
    expect(() =>
      budgeted({ budget: memoryBudget({ limit: Number.NaN }), price })(provider),
    ).toThrow("limit: give US dollars as a number of 0 or more, not NaN");
  });

  it("counts a call that gave no reply and may be billed as what was set aside for it, and no other", async () => {
    const failing = (mayBeBilled: boolean): Provider => {
      const complete: Provider["complete"] = async () => {
        throw new ProviderError("It took too long.", {
          kind: "timeout",
          retryable: true,
          mayBeBilled,
        });
      };
      return { name: "n", model: "m", settings: { max_tokens: 10 }, complete };
    };
    for (const [mayBeBilled, spent] of [
      [true, 260],
      [false, 0],
    ] as const) {
      const budget = budgeted({
        budget: memoryBudget({ limit: 1000 }),
        price,
      })(failing(mayBeBilled));
      await ask(budget, 2);
      expect(await spentOf(budget)).toBe(spent);
    }
  });
});

describe("budgeted, of a run that is closing", () => {
  it("sends nothing that still waits for money", async () => {
    const { provider, counted } = vendor({ inputTokens: 1, outputTokens: 1 });
    const budget = budgeted({ budget: memoryBudget({ limit: 130 }), price })(provider);
    const closing = new AbortController();
    const calls = Promise.allSettled(
      [0, 1].map((sample) =>
        budget.complete({ prompt: "1234567890", sample }, { closing: closing.signal }),
      ),
    );
    closing.abort("over");
    expect((await calls).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(counted.calls).toBe(1);
  });
});
