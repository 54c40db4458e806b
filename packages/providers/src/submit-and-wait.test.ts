import { describe, expect, it } from "vitest";
import { cached } from "./cached.ts";
import { openBatchLedger } from "./batch-ledger.ts";
import type { JournalRecord } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";
import { simulated } from "./simulated.ts";
import { asksOf, batchRig, names, promptOf } from "./testing/batch-rig.ts";
import { bothWays } from "./testing/batch-vendors.ts";
import { readPlainPrompt, world } from "./testing/plain-prompts.ts";

const records = (path: string) =>
  [...readJournal(path)].toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Without what no two calls share. */
const timeless = ({ reply, ...record }: JournalRecord) => ({
  ...record,
  at: "",
  reply: { ...reply, id: "" },
});

describe.each(bothWays)("batches of $vendor", ({ batches, single }) => {
  it("leave the records that single calls would have left, but for the mark of a batch", async () => {
    const rig = await batchRig();
    const direct = await batchRig();
    await rig.run(batches(rig.server), asksOf(...names(20)));
    const provider = cached(single(direct.server), direct.journal);
    for (const { request } of asksOf(...names(20))) await provider.complete(request);
    const plain = records(direct.journal.path).map(timeless);
    const inBatch = plain.map(({ reply, ...record }) => ({ ...record, reply: { ...reply, batch: true } })); // prettier-ignore
    expect(records(rig.journal.path).map(timeless)).toEqual(inBatch);
  });

  it("answer what single calls ask afterwards, so that none is sent, and the other way round", async () => {
    const rig = await batchRig();
    const provider = cached(single(rig.server), rig.journal);
    await provider.complete({ prompt: promptOf("q0"), sample: 0 });
    await rig.run(batches(rig.server), asksOf("q0", "q1", "q2"));
    expect(rig.submitted.flat()).toEqual([promptOf("q1"), promptOf("q2")]);
    expect(await provider.complete({ prompt: promptOf("q2"), sample: 0 })).toMatchObject({ stored: true }); // prettier-ignore
    expect(rig.server.stats().requests).toBe(1);
    await rig.run(batches(rig.server), asksOf("q0", "q1", "q2"));
    expect(rig.submitted.length).toBe(1);
  });

  it("send a schema as single calls do, under the same key", async () => {
    const rig = await batchRig();
    const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
    const request = { prompt: promptOf("q0"), sample: 0, schema };
    await rig.run(batches(rig.server), [{ request }]);
    const provider = cached(single(rig.server), rig.journal);
    expect((await provider.complete(request)).stored).toBe(true);
  });

  it("hold equal requests once, repeats apart, and no continuation", async () => {
    const rig = await batchRig();
    const [ask] = asksOf("q0") as [ReturnType<typeof asksOf>[number]];
    const again = { request: { ...ask.request, sample: 1 } };
    const continuation = { text: "a", template: "plain", span: "content" } as const;
    const scored = { request: { ...ask.request, continuation } };
    await rig.run(batches(rig.server), [ask, ask, again, scored]);
    expect(rig.submitted).toEqual([[promptOf("q0"), promptOf("q0")]]);
    expect(rig.journal.size).toBe(2);
  });

  it("hold no more than the vendor takes", async () => {
    const rig = await batchRig();
    await rig.run(batches(rig.server, { limits: { requests: 7 } }), asksOf(...names(20)));
    expect(rig.submitted.map(({ length }) => length)).toEqual([7, 7, 6]);
    const small = await batchRig();
    await small.run(batches(small.server, { limits: { bytes: 2000 } }), asksOf(...names(20)));
    expect(small.submitted.length).toBeGreaterThan(2);
    expect(small.journal.size).toBe(20);
  });

  it("are asked again for what errored or expired, until all is answered", async () => {
    const rig = await batchRig({ batches: { errored: 0.3, expired: 0.3 } });
    await rig.run(batches(rig.server), asksOf(...names(40)), { rounds: 30 });
    expect(rig.journal.size).toBe(40);
    expect(records(rig.journal.path).length).toBe(40);
    expect(rig.submitted.length).toBeGreaterThan(2);
    expect(rig.events.some(({ kind }) => kind === "again")).toBe(true);
  });

  it("end the run where a request errors or expires too often, with the rest stored", async () => {
    const rig = await batchRig({ batches: { errored: 0.4, expired: 0.4 } });
    const failed = rig.run(batches(rig.server), asksOf(...names(40)), { rounds: 2 });
    await expect(failed).rejects.toThrow(/^\d+ requests errored or expired in 2 batches of .*leave out --batch/); // prettier-ignore
    expect(rig.submitted.length).toBe(2);
    expect(rig.journal.size).toBeGreaterThan(3);
  });

  it("end the run with the vendor's sentence where a request is rejected, with the rest stored", async () => {
    const rig = await batchRig();
    const bad = { request: { prompt: "Nobody knows this wording.", sample: 0 } };
    const failed = rig.run(batches(rig.server), [...asksOf(...names(5)), bad]);
    await expect(failed).rejects.toThrow(/does not take this request \(400\).*\(1 request of a batch; the replies to the others are stored\.\)$/); // prettier-ignore
    expect(rig.submitted.length).toBe(1);
    expect(rig.journal.size).toBe(5);
  });

  it("ask an unreadable reply again at most twice, each attempt kept with its number", async () => {
    const rig = await batchRig();
    const asks = asksOf("q0", "q1").map((ask, i) => ({ ...ask, readable: () => i === 1 }));
    await rig.run(batches(rig.server), asks);
    expect(rig.submitted.map(({ length }) => length)).toEqual([2, 1, 1]);
    const attempts = records(rig.journal.path).filter(({ prompt }) => prompt === promptOf("q0"));
    expect(attempts.map(({ attempt }) => attempt)).toEqual([undefined, 1, 2]);
  });

  it("leave out a setting that the model rejects, in the batch after, and record it", async () => {
    const rig = await batchRig({ rejects: ["temperature"] });
    const asked = { settings: { temperature: 0 } };
    const names: string[] = [];
    await rig.run(batches(rig.server, asked), asksOf("q0", "q1"), { onLeftOut: (name) => void names.push(name) }); // prettier-ignore
    expect(names).toEqual(["temperature"]);
    expect(rig.submitted.length).toBe(2);
    const provider = cached(single(rig.server, asked), rig.journal);
    expect((await provider.complete({ prompt: promptOf("q1"), sample: 0 })).stored).toBe(true);
    expect(records(rig.journal.path)[0]?.leftOut).toEqual({ temperature: 0 });
  });

  it("go on at the vendor when the run is stopped, and are waited for by the next", async () => {
    const rig = await batchRig({ batches: { afterMs: 300 } });
    const stop = new AbortController();
    const stopped = rig.run(batches(rig.server), asksOf(...names(9)), {
      signal: stop.signal,
      onEvent: ({ kind }) => kind === "waiting" && stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    await rig.run(batches(rig.server), asksOf(...names(9)));
    expect(rig.submitted.length).toBe(1);
    expect(rig.events[0]).toMatchObject({ kind: "resumed", requests: 9 });
    expect(rig.journal.size).toBe(9);
  });

  it("leave in the ledger what another run asked for, until it reads it", async () => {
    const rig = await batchRig({ batches: { afterMs: 200 } });
    const stop = new AbortController();
    const stopped = rig.run(batches(rig.server), asksOf(...names(9)), {
      signal: stop.signal,
      onEvent: ({ kind }) => kind === "submitted" && stop.abort(new Error("stopped")),
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
    const elsewhere = { ...rig.server, url: `${rig.server.url}/no`, openaiUrl: `${rig.server.url}/x` }; // prettier-ignore
    const vendor = batches(elsewhere);
    const without = { ...vendor, submit: () => vendor.status("missing").then(() => "") };
    await expect(rig.run(without, asksOf("q0"))).rejects.toThrow(/takes no batches at this address \(404\): leave out --batch/); // prettier-ignore
    expect(openBatchLedger(rig.journal.path).open()).toEqual([]);
  });

  it("say in one sentence that the vendor does not know a batch of the ledger", async () => {
    const rig = await batchRig({ batches: { afterMs: 10_000 } });
    const stop = new AbortController();
    const options = { signal: stop.signal, onEvent: () => stop.abort(new Error("stopped")) };
    await expect(rig.run(batches(rig.server), asksOf("q0"), options)).rejects.toThrow("stopped");
    const other = await batchRig();
    await expect(rig.run(batches(other.server), asksOf("q0"))).rejects.toThrow(/does not know the batch \w+ that .*batches\.jsonl has \(404\): use the key and the address/); // prettier-ignore
  });
});

describe.each(bothWays)(
  "a kill between the making of a batch of $vendor and the note of its id",
  ({ batches, vendor }) => {
    it("is made good where the vendor keeps our label, and told of where not", async () => {
      const rig = await batchRig();
      const whole = batches(rig.server);
      const killed = {
        ...whole,
        submit: async (items: readonly unknown[], label: string) => {
          await whole.submit(items, label);
          throw new Error("killed");
        },
      };
      await expect(rig.run(killed, asksOf("q0", "q1"))).rejects.toThrow("killed");
      // What a kill leaves: the intent alone.
      const ledger = openBatchLedger(rig.journal.path);
      expect(ledger.open().map(({ id }) => id)).toEqual([undefined]);
      await rig.run(whole, asksOf("q0", "q1"));
      expect(rig.submitted.length).toBe(vendor === "anthropic" ? 2 : 1);
      expect(rig.events.some(({ kind }) => kind === "lost")).toBe(vendor === "anthropic");
      expect(rig.journal.size).toBe(2);
    });
  },
);

describe("a budget over batches", () => {
  const price = { cost: () => 10, batchCost: () => 5, source: "test" };
  const [{ batches }] = bothWays as [(typeof bothWays)[number]];

  it("lets in only what fits at the batch's price, and stops before it is passed", async () => {
    const rig = await batchRig();
    const failed = rig.run(batches(rig.server), asksOf(...names(10)), {
      budget: { limit: 32, price, spent: 10 },
    });
    await expect(failed).rejects.toThrow("The budget of $32.00 would be passed: $30.0000 are spent and the next call may cost $5.0000"); // prettier-ignore
    expect(rig.submitted.map(({ length }) => length)).toEqual([4]);
    expect(rig.events).toContainEqual({ kind: "part", requests: 4, of: 10 });
    expect(rig.journal.size).toBe(4);
  });

  it("counts what an earlier run has under way as if it were spent", async () => {
    const rig = await batchRig({ batches: { afterMs: 200 } });
    const stop = new AbortController();
    const stopping = { signal: stop.signal, onEvent: () => stop.abort(new Error("stopped")) };
    await expect(rig.run(batches(rig.server), asksOf(...names(4)), stopping)).rejects.toThrow();
    const budget = { limit: 24, price, spent: 0 };
    await expect(rig.run(batches(rig.server), asksOf(...names(10)), { budget })).rejects.toThrow("$20.0000 are spent"); // prettier-ignore
    expect(rig.submitted.map(({ length }) => length)).toEqual([4]);
    expect(rig.journal.size).toBe(4);
  });
});

it("a batch of a model-like respondent has the very replies of single calls", async () => {
  const respondent = simulated({ read: readPlainPrompt, joint: world, profile: "model-like", seed: 1 }); // prettier-ignore
  const rig = await batchRig({ respondent });
  const [{ batches }] = bothWays as [(typeof bothWays)[number]];
  await rig.run(batches(rig.server), asksOf(...names(5)));
  const texts = records(rig.journal.path).map(({ prompt, reply }) => [prompt, reply.text]);
  for (const [prompt, text] of texts) {
    expect((await respondent.complete({ prompt: prompt as string, sample: 0 })).text).toBe(text);
  }
  expect(texts.length).toBe(5);
});
