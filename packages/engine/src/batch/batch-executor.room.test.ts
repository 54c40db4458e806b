import { describe, expect, it } from "vitest";
import { type BatchVendor, compatibleBatches } from "@promptnce/providers/batches";
import { ProviderError } from "@promptnce/core/errors";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { UnconfirmedError } from "../errors/engine-errors.ts";
import { asksOf, batchRig, type BatchRig, names } from "../testing/batch-rig.test.support.ts";

const batchesOf = ({ server }: BatchRig): BatchVendor =>
  compatibleBatches({ model: "m", apiKey: "k", baseURL: server.openaiUrl });

const full = new ProviderError("Enqueued token limit reached.", {
  kind: "rate-limit",
  retryable: true,
  queueFull: true,
});

/** A vendor that takes batches of so many requests; it refuses the others when it is asked how they stand. */
function takesAtMost(whole: BatchVendor, most: number, sizes: number[]): BatchVendor {
  const refused = new Set<string>();
  return {
    ...whole,
    submit: async (items, label, onSending) => {
      sizes.push(items.length);
      if (items.length <= most) return whole.submit(items, label, onSending);
      refused.add(label);
      return label;
    },
    status: async (id, signal) =>
      refused.has(id) ? { ended: true, done: 0, failed: full } : whole.status(id, signal),
  };
}

describe("a vendor that limits what is enqueued", () => {
  it("is given smaller batches one after another, and none is called done that it did not take", async () => {
    const rig = await batchRig();
    const sizes: number[] = [];
    await rig.run(takesAtMost(batchesOf(rig), 5, sizes), asksOf(...names(16)));
    expect(sizes).toEqual([16, 8, 4, 4, 4, 4]);
    expect(rig.journal.size).toBe(16);
    expect(rig.said.some((line) => line.includes("16 of 16"))).toBe(false);
    expect(rig.said).toContainEqual(
      expect.stringContaining("Enqueued token limit reached. Going on with 8 requests at a time."),
    );
  });

  it("is asked again where it refuses a batch as that is made", async () => {
    const rig = await batchRig();
    const whole = batchesOf(rig);
    const sizes: number[] = [];
    const vendor: BatchVendor = {
      ...whole,
      submit: async (items, label, onSending) => {
        sizes.push(items.length);
        if (items.length > 3) throw full;
        return whole.submit(items, label, onSending);
      },
    };
    await rig.run(vendor, asksOf(...names(6)));
    expect(sizes).toEqual([6, 3, 3]);
    expect([rig.journal.size, openBatchLedger(rig.journal.path).open().length]).toEqual([6, 0]);
  });

  it("is waited for while others fill its queue, and named where that lasts a day", async () => {
    const rig = await batchRig();
    const whole = batchesOf(rig);
    let tries = 0;
    const busy = (until: number): BatchVendor => ({
      ...whole,
      submit: async (items, label, onSending) => {
        if (++tries < until) throw full;
        return whole.submit(items, label, onSending);
      },
    });
    await rig.run(busy(20), asksOf("q0"));
    expect([tries, rig.journal.size]).toEqual([20, 1]);
    await expect(rig.run(busy(Infinity), asksOf("q1"))).rejects.toThrow("Enqueued token limit");
  });
});

describe("a batch that was cancelled at the vendor", () => {
  /** A vendor whose first batch is cancelled with so many answers. */
  function cancelling(whole: BatchVendor, answers: number): BatchVendor {
    let first: string | undefined;
    return {
      ...whole,
      submit: async (items, label, onSending) => {
        const id = await whole.submit(items, label, onSending);
        first ??= id;
        return id;
      },
      status: async (id, signal) => {
        const status = await whole.status(id, signal);
        return { ...status, ...(id === first && status.ended && { cancelled: true }) };
      },
      async *results(id, signal) {
        let count = 0;
        for await (const result of whole.results(id, signal)) {
          const ended = id === first && count++ >= answers;
          const error = new ProviderError("It did not get to this.", {
            kind: "server",
            retryable: true,
          });
          yield ended ? { ...result, outcome: error } : result;
        }
      },
    };
  }

  it("ends the run, in later runs as well, and keeps what was answered", async () => {
    const rig = await batchRig();
    const vendor = cancelling(batchesOf(rig), 5);
    for (let run = 0; run < 2; run++) {
      const ended = await rig.run(vendor, asksOf(...names(16))).catch((error: Error) => error);
      expect(ended).toBeInstanceOf(UnconfirmedError);
      expect((ended as Error).message).toMatch(
        /^The batch \S+ was cancelled at The server openai-compatible before it had answered 11 requests\. What it had answered is kept\. The rest is not submitted again unasked: give `resubmit` to do so\.$/,
      );
    }
    expect([rig.submitted.length, rig.journal.size]).toEqual([1, 5]);
    expect(rig.said.some((line) => line.includes("16 of 16"))).toBe(false);
  });

  it("is submitted again where that is agreed to", async () => {
    const rig = await batchRig();
    const vendor = cancelling(batchesOf(rig), 5);
    await rig.run(vendor, asksOf(...names(16))).catch(() => {});
    await rig.run(vendor, asksOf(...names(16)), { resubmit: async () => true });
    expect(rig.submitted.map(({ length }) => length)).toEqual([16, 11]);
    expect([rig.journal.size, openBatchLedger(rig.journal.path).open().length]).toEqual([16, 0]);
  });
});

it("a request whose grammar is refused goes into the next batch without, and its reply says so", async () => {
  const rig = await batchRig();
  const whole = batchesOf(rig);
  const grammar = { type: "object", properties: { p_q1: { type: "number" } } };
  const asks = asksOf("q0", "q1").map(({ request }) => ({ request: { ...request, grammar } }));
  const bodies: string[] = [];
  const refused = new ProviderError("does not take this request (400): Invalid json_schema", {
    kind: "request",
    status: 400,
    retryable: false,
  });
  const vendor: BatchVendor = {
    ...whole,
    submit: async (items, label, onSending) => {
      bodies.push(...items.map((item) => JSON.stringify(item)));
      return whole.submit(items, label, onSending);
    },
    async *results(id, signal) {
      for await (const result of whole.results(id, signal)) {
        const body = bodies.findLast((one) => one.includes(result.customId)) ?? "";
        yield body.includes("json_schema") ? { ...result, outcome: refused } : result;
      }
    },
  };
  await rig.run(vendor, asks);
  expect(rig.submitted).toHaveLength(2);
  const kept = await Array.fromAsync(rig.journal.entries());
  expect(kept.map(({ reply }) => reply.unconstrained)).toEqual([true, true]);
});
