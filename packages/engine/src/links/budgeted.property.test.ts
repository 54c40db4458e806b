import fc from "fast-check";
import { expect, it } from "vitest";
import { paced } from "./paced.ts";
import { retried } from "./retried.ts";
import {
  ASSUMED,
  type DearServer,
  dearServer,
  factors,
  price,
} from "../testing/dear-server.test.support.ts";
import { memoryBudget } from "../money/budget.ts";
import { budgeted } from "./budgeted.ts";

/** Has a server asked as a run asks, its calls answered in an order that is given. */
async function asked(
  times: readonly number[],
  limit: number,
  concurrency: number,
  order: readonly number[],
): Promise<DearServer> {
  const waiting: (() => void)[] = [];
  const server = dearServer(times, limit, () => new Promise((go) => void waiting.push(go)));
  const budget = { budget: memoryBudget({ limit }), price };
  const provider = retried()(paced({ concurrency })(budgeted(budget)(server.provider)));
  let isOver = false;
  const all = Promise.allSettled(
    Array.from({ length: 60 }, (_, sample) => provider.complete({ prompt: "ab", sample })),
  ).then(() => void (isOver = true));
  for (let i = 0; !isOver; i++) {
    await new Promise((resolve) => void setImmediate(resolve));
    const place = (order[i % order.length] as number) % Math.max(1, waiting.length);
    waiting.splice(place, 1)[0]?.();
  }
  await all;
  return server;
}

it("no call leaves once the limit is passed, whatever replies cost and in which order they come", async () => {
  await fc.assert(
    fc.asyncProperty(
      factors,
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 20 }),
      async (times, calls, concurrency, order) => {
        const server = await asked(times, calls * ASSUMED, concurrency, order);
        expect(server.tooLate).toBe(0);
        expect(server.most.first).toBeLessThanOrEqual(1);
        expect(server.most.atOnce).toBeLessThanOrEqual(concurrency);
        expect(server.calls).toBeGreaterThan(0);
      },
    ),
    { numRuns: 60 },
  );
});

it("a budget of $.20 buys one reply that costs $.50, at a concurrency of 8", async () => {
  const server = await asked([0.5 / ASSUMED], 0.2, 8, [0]);
  expect([server.calls, server.spent]).toEqual([1, 0.5]);
});
