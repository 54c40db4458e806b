import type { Inquiry } from "../attempt/executor.ts";
import { describe, expect, it } from "vitest";
import { cached } from "../links/cached.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import { readJournal } from "../journal/read-journal.ts";
import { simulated } from "@promptnce/rehearsal";
import { asksOf, batchRig, names, promptOf } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";
import { readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";

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
    for (const { request } of asksOf(...names(20))) {
      await provider.complete(request);
    }
    const plain = records(direct.journal.path).map(timeless);
    const inBatch = plain.map(({ reply, ...record }) => ({
      ...record,
      reply: { ...reply, batch: true },
    }));
    expect(records(rig.journal.path).map(timeless)).toEqual(inBatch);
  });

  it("answer what single calls ask afterwards, so that none is sent, and the other way round", async () => {
    const rig = await batchRig();
    const provider = cached(single(rig.server), rig.journal);
    await provider.complete({ prompt: promptOf("q0"), sample: 0 });
    await rig.run(batches(rig.server), asksOf("q0", "q1", "q2"));
    expect(rig.submitted.flat()).toEqual([promptOf("q1"), promptOf("q2")]);
    expect(await provider.complete({ prompt: promptOf("q2"), sample: 0 })).toMatchObject({
      stored: true,
    });
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

  it("hold the very bodies that single calls send, with settings and with a schema", async () => {
    const rig = await batchRig();
    const sent: unknown[] = [];
    const settings = { temperature: 0.5 };
    const fetch: typeof globalThis.fetch = (url, init) => {
      sent.push(JSON.parse(init?.body as string));
      return globalThis.fetch(url, init);
    };
    const provider = single(rig.server, { settings, fetch });
    const vendor = batches(rig.server, { settings });
    const [{ request }] = asksOf("q0") as [Inquiry];
    for (const one of [request, { ...request, schema: { type: "object", properties: {} } }]) {
      await provider.complete(one);
      const item = vendor.item("id", one, vendor.settings) as { params?: unknown; body?: unknown };
      expect(sent.pop()).toEqual(item.params ?? item.body);
    }
    expect(vendor.settings).toEqual(provider.settings);
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
});

it("a batch of a model-like respondent has the very replies of single calls", async () => {
  const respondent = simulated({
    read: readPlainPrompt,
    joint: world,
    profile: "model-like",
    seed: 1,
  });
  const rig = await batchRig({ respondent });
  const [{ batches }] = bothWays as [(typeof bothWays)[number]];
  await rig.run(batches(rig.server), asksOf(...names(5)));
  const texts = records(rig.journal.path).map(({ prompt, reply }) => [prompt, reply.text]);
  for (const [prompt, text] of texts) {
    expect((await respondent.complete({ prompt: prompt as string, sample: 0 })).text).toBe(text);
  }
  expect(texts.length).toBe(5);
});
