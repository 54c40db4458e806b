import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeBudget } from "../testing/budget-conformance.test.support.ts";
import { fitting, memoryBudget } from "./budget.ts";

describeBudget("memory", async (limit) => memoryBudget({ limit }));

describe("what fits into a budget", () => {
  it("is the most of the first amounts that stay within the limit", () => {
    const usd = fc.integer({ min: 0, max: 20 });
    const states = fc.record({ limit: usd, spent: usd, aside: usd, open: fc.nat(2) });
    fc.assert(
      fc.property(states, fc.array(usd), (state, most) => {
        const { calls, over } = fitting(state, most);
        const sumOf = (count: number): number =>
          most.slice(0, count).reduce((sum, one) => sum + one, state.spent + state.aside);
        expect(calls === 0 || sumOf(calls) <= state.limit).toBe(true);
        expect(calls === most.length || sumOf(calls + 1) > state.limit).toBe(true);
        const isOver = calls === 0 && most.length > 0 && state.open === 0;
        expect(over).toBe(isOver ? most[0] : undefined);
      }),
    );
  });
});

describe("a budget in memory", () => {
  it("counts what was spent before, which is read once", async () => {
    let reads = 0;
    const budget = memoryBudget({
      limit: 10,
      spent: () => {
        reads++;
        return 6;
      },
    });
    expect(await budget.reserve([4, 1])).toHaveLength(1);
    await budget.reserve([1]);
    expect(reads).toBe(1);
  });

  it("counts calls that are under way already, even beyond its limit", async () => {
    const budget = memoryBudget({ limit: 10 });
    const lease = budget.adopt(12);
    expect(await budget.reserve([1])).toEqual([]);
    await lease.settle(9);
    expect(await budget.reserve([1, 1])).toHaveLength(1);
  });

  it("once used up, stays so for smaller amounts too", async () => {
    const budget = memoryBudget({ limit: 10 });
    await expect(budget.reserve([11])).rejects.toThrow("would be exceeded");
    await expect(budget.reserve([1])).rejects.toThrow("may cost $11");
  });
});
