import { describe, expect, it } from "vitest";
import type { BatchVendor } from "@promptnce/providers/batches";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ProviderError } from "@promptnce/core/errors";
import { readJournal } from "../journal/read-journal.ts";
import { asksOf, batchRig, names } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";

const records = (path: string) =>
  [...readJournal(path)].toSorted((a, b) => (a.key < b.key ? -1 : 1));

describe("what goes wrong on the way", () => {
  const [{ batches }] = bothWays as [(typeof bothWays)[number]];
  const error = (more: object) =>
    new ProviderError("Something failed.", { kind: "connection", retryable: true, ...more });
  /** Every pause is short. */
  const wait = async (): Promise<void> => nextTurn();

  it("results that were cut off are read again, and nothing is stored twice", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    let reads = 0;
    const cut: BatchVendor = {
      ...whole,
      async *results(id, signal) {
        const first = ++reads === 1;
        let count = 0;
        for await (const result of whole.results(id, signal)) {
          if (first && count++ === 3) throw error({ mayBeBilled: true });
          yield result;
        }
      },
    };
    await rig.run(cut, asksOf(...names(9)), { wait });
    expect(reads).toBe(2);
    expect(records(rig.journal.path).length).toBe(9);
    expect(rig.journal.size).toBe(9);
    expect(rig.submitted.length).toBe(1);
  });

  it("a submission that was turned away is tried again", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    let tries = 0;
    const busy: BatchVendor = {
      ...whole,
      submit: async (items, label) => {
        if (++tries < 3) throw error({ mayBeBilled: false });
        return whole.submit(items, label);
      },
    };
    await rig.run(busy, asksOf("q0"), { wait });
    expect(tries).toBe(3);
    expect(rig.journal.size).toBe(1);
  });

  it("a submission of which nobody knows whether it was taken is not tried again, and stays noted", async () => {
    const rig = await batchRig();
    let tries = 0;
    const unknown: BatchVendor = {
      ...batches(rig.server),
      submit: async () => {
        tries++;
        throw error({ mayBeBilled: true });
      },
    };
    await expect(rig.run(unknown, asksOf("q0", "q1"), { wait })).rejects.toThrow(
      /^Something failed. Whether its batch of 2 requests was created is unknown, .*; if there is none, give `resubmit`\.$/,
    );
    expect(tries).toBe(1);
    expect(openBatchLedger(rig.journal.path).open().length).toBe(1);
  });

  it("a batch that the vendor took none of ends the run with its sentence and is forgotten", async () => {
    const rig = await batchRig();
    const failed = new ProviderError("The vendor did not take it.", {
      kind: "request",
      retryable: false,
    });
    const vendor: BatchVendor = {
      ...batches(rig.server),
      status: async () => ({ ended: true, done: 0, failed }),
    };
    await expect(rig.run(vendor, asksOf("q0"))).rejects.toThrow("The vendor did not take it.");
    expect(openBatchLedger(rig.journal.path).open()).toEqual([]);
    await rig.run(batches(rig.server), asksOf("q0"));
    expect(rig.submitted.length).toBe(2);
  });

  it.each(bothWays)(
    "$vendor: a complete batch without a file of its results is not submitted again in any run",
    async ({ batches: of }) => {
      const rig = await batchRig();
      const without: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        const type = response.headers.get("content-type") ?? "";
        if (init?.method === "POST" || !type.includes("json")) return response;
        const shown = JSON.parse(await response.text()) as object;
        return Response.json({ ...shown, output_file_id: null, results_url: null });
      };
      for (let runs = 0; runs < 2; runs++) {
        const run = rig.run(of(rig.server, { fetch: without }), asksOf("q0", "q1"), { wait });
        await expect(run).rejects.toThrow(
          /complete, but names no file of its results: [^.]+\. \(The batch \S+ stays in \S+, and the next run looks again; delete that file [^.]+\.\)$/,
        );
      }
      expect(rig.submitted.length).toBe(1);
      await rig.run(of(rig.server), asksOf("q0", "q1"), { wait });
      expect([rig.submitted.length, rig.journal.size]).toEqual([1, 2]);
    },
  );

  it("a request that the results do not mention is asked again", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    let reads = 0;
    const silent: BatchVendor = {
      ...whole,
      async *results(id, signal) {
        if (++reads > 1) yield* whole.results(id, signal);
      },
    };
    await rig.run(silent, asksOf("q0", "q1"));
    expect(rig.submitted.length).toBe(2);
    expect(rig.journal.size).toBe(2);
  });

  it("the same result twice, and one that nobody asked for, change nothing", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    const twice: BatchVendor = {
      ...whole,
      async *results(id, signal) {
        for await (const result of whole.results(id, signal)) {
          yield result;
          yield result;
          yield { ...result, customId: "0".repeat(64) };
        }
      },
    };
    await rig.run(twice, asksOf("q0", "q1"));
    expect(records(rig.journal.path).length).toBe(2);
  });

  it("pauses between two looks grow by half up to the longest", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    let looks = 0;
    const slow: BatchVendor = {
      ...whole,
      status: async (id, signal) =>
        ++looks < 15 ? { ended: false, done: 0 } : whole.status(id, signal),
    };
    const pauses: number[] = [];
    const watched = (ms: number): Promise<void> => {
      pauses.push(ms);
      return wait();
    };
    await rig.run(slow, asksOf("q0"), { wait: watched });
    expect(pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(pauses.slice(11)).toEqual([1000 * 1.5 ** 11, 120_000, 120_000]);
  });
});
