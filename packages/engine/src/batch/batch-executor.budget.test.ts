import { describe, expect, it } from "vitest";
import { memoryBudget } from "../money/budget.ts";
import { asksOf, batchRig, names } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";

describe("a budget over batches", () => {
  const price = { cost: () => 10, batchCost: () => 5, source: "test" };
  const [{ batches }] = bothWays as [(typeof bothWays)[number]];

  it("lets in only what fits at the batch's price, and stops before it is passed", async () => {
    const rig = await batchRig();
    const failed = rig.run(batches(rig.server), asksOf(...names(10)), {
      budget: { budget: memoryBudget({ limit: 32, spent: () => 10 }), price },
    });
    await expect(failed).rejects.toThrow(
      "The budget of $32.00 would be exceeded: $30.0000 is spent and the next call may cost $5.0000",
    );
    expect(rig.submitted.map(({ length }) => length)).toEqual([4]);
    expect(rig.said[0]).toContain("only 4 of 10 requests fit into the budget at once");
    expect(rig.journal.size).toBe(4);
  });

  it("counts what an earlier run has under way as if it were spent", async () => {
    const rig = await batchRig({ batches: { afterMs: 200 } });
    const stop = new AbortController();
    const stopping = { signal: stop.signal, say: () => stop.abort(new Error("stopped")) };
    await expect(rig.run(batches(rig.server), asksOf(...names(4)), stopping)).rejects.toThrow();
    const budget = { budget: memoryBudget({ limit: 24 }), price };
    await expect(rig.run(batches(rig.server), asksOf(...names(10)), { budget })).rejects.toThrow(
      "$20.0000 is spent",
    );
    expect(rig.submitted.map(({ length }) => length)).toEqual([4]);
    expect(rig.journal.size).toBe(4);
  });
});
