import { describe, expect, it } from "vitest";
import { BudgetError } from "../errors/engine-errors.ts";
import type { Budget, Lease } from "../money/budget.ts";

/** What every budget does, wherever it is kept; `newBudget` gives one that has nothing spent. */
export function describeBudget(name: string, newBudget: (limit: number) => Promise<Budget>): void {
  describe(`${name} as a budget`, () => {
    it("reserves the first amounts that fit, and no more", async () => {
      const budget = await newBudget(10);
      expect(await budget.reserve([])).toHaveLength(0);
      expect(await budget.reserve([4, 4, 4, 1])).toHaveLength(2);
      expect(await budget.reserve([2, 1])).toHaveLength(1);
    });

    it("reserves nothing that does not fit while a lease may turn out cheaper, and more once it did", async () => {
      const budget = await newBudget(10);
      const [first] = (await budget.reserve([9])) as [Lease];
      expect(await budget.reserve([5])).toHaveLength(0);
      const freed = budget.freed(undefined);
      await first.settle(2);
      await freed;
      expect(await budget.reserve([5])).toHaveLength(1);
    });

    it("sets all free of a call that was not charged", async () => {
      const budget = await newBudget(10);
      const [lease] = (await budget.reserve([10])) as [Lease];
      await lease.settle(0);
      expect(await budget.reserve([10])).toHaveLength(1);
    });

    it("says in an error of its own that it is used up, with what was spent", async () => {
      const budget = await newBudget(10);
      const [lease] = (await budget.reserve([8])) as [Lease];
      await lease.settle(7);
      const late = budget.reserve([4]);
      await expect(late).rejects.toThrow(BudgetError);
      await expect(late).rejects.toMatchObject({ spent: 7, limit: 10 });
    });

    it("is never passed by many who reserve and settle at once, and spends what fits", async () => {
      const budget = await newBudget(50);
      let spent = 0;
      const spend = async (i: number): Promise<void> => {
        for (;;) {
          const freed = budget.freed(undefined);
          const [lease] = await budget.reserve([3]);
          if (lease === undefined) {
            await freed;
            continue;
          }
          const usd = 1 + (i % 3);
          spent += usd;
          await lease.settle(usd);
          return;
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => spend(i)));
      expect(spent).toBeLessThanOrEqual(50);
      expect(spent).toBeGreaterThan(47);
      const refused = ended.filter((one) => one.status === "rejected");
      for (const { reason } of refused) {
        expect(reason).toBeInstanceOf(BudgetError);
      }
    });
  });
}
