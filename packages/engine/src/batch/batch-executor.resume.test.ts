import { describe, expect, it } from "vitest";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { asksOf, batchRig, names } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";

describe.each(bothWays)("batches of $vendor that are under way", ({ batches }) => {
  it("go on at the vendor when the run is stopped, and are waited for by the next", async () => {
    const rig = await batchRig({ batches: { afterMs: 300 } });
    const stop = new AbortController();
    const stopped = rig.run(batches(rig.server), asksOf(...names(9)), {
      signal: stop.signal,
      say: (line) =>
        line.endsWith(": 0 of 9 requests done, batches under way: 1") &&
        stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    await rig.run(batches(rig.server), asksOf(...names(9)));
    expect(rig.submitted.length).toBe(1);
    expect(rig.said[0]).toMatch(/: the batch \w+ of an earlier run, 9 requests, is under way$/);
    expect(rig.journal.size).toBe(9);
  });

  it("leave in the ledger what another run asked for, until it reads it", async () => {
    const rig = await batchRig({ batches: { afterMs: 200 } });
    const stop = new AbortController();
    const stopped = rig.run(batches(rig.server), asksOf(...names(9)), {
      signal: stop.signal,
      say: (line) =>
        /: 9 requests submitted as the batch \w+$/.test(line) && stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    await rig.run(batches(rig.server), asksOf("q0", "q1"));
    expect(rig.journal.size).toBe(2);
    expect(openBatchLedger(rig.journal.path).open()[0]?.requests.size).toBe(7);
    await rig.run(batches(rig.server), asksOf(...names(9)));
    expect(rig.submitted.length).toBe(1);
    expect(openBatchLedger(rig.journal.path).open()).toEqual([]);
  });

  it("say in one sentence that a server has none", async () => {
    const rig = await batchRig();
    const vendor = batches(rig.server);
    // The 404 of a path that the server does not have.
    const without = { ...vendor, submit: () => vendor.status("missing").then(() => "") };
    await expect(rig.run(without, asksOf("q0"))).rejects.toThrow(
      /takes no batches at this address \(404\): leave out `batch`/,
    );
    expect(openBatchLedger(rig.journal.path).open()).toEqual([]);
  });

  it("say in one sentence that the vendor does not know a batch of the ledger", async () => {
    const rig = await batchRig({ batches: { afterMs: 10_000 } });
    const stop = new AbortController();
    const options = { signal: stop.signal, say: () => stop.abort(new Error("stopped")) };
    await expect(rig.run(batches(rig.server), asksOf("q0"), options)).rejects.toThrow("stopped");
    const other = await batchRig();
    await expect(rig.run(batches(other.server), asksOf("q0"))).rejects.toThrow(
      /does not know the batch \w+ that .*batches\.jsonl has \(404\): use the key and the address/,
    );
  });
});
