import { describe, expect, it } from "vitest";
import type { BatchVendor } from "@promptnce/providers/batches";
import { ProviderError } from "@promptnce/core/errors";
import { cached } from "../links/cached.ts";
import { readJournal } from "../journal/read-journal.ts";
import { asksOf, batchRig, names, promptOf } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";

const records = (path: string) =>
  [...readJournal(path)].toSorted((a, b) => (a.key < b.key ? -1 : 1));

describe.each(bothWays)("requests of batches of $vendor", ({ batches, single }) => {
  it("are asked again where they errored or expired, until all is answered", async () => {
    const rig = await batchRig({ batches: { errored: 0.3, expired: 0.3 } });
    await rig.run(batches(rig.server), asksOf(...names(24)), { rounds: 30 });
    expect(rig.journal.size).toBe(24);
    expect(records(rig.journal.path).length).toBe(24);
    expect(rig.submitted.length).toBeGreaterThan(2);
    const again =
      /: \d+ requests? to be asked again \(.*(did not get to a request of a batch|failed)/;
    expect(rig.said.some((line) => again.test(line))).toBe(true);
  });

  it("are kept as failed where they errored or expired too often, and the rest is answered", async () => {
    const rig = await batchRig({ batches: { errored: 0.3, expired: 0.3 } });
    await rig.run(batches(rig.server), asksOf(...names(24)), { rounds: 2 });
    expect(rig.submitted.length).toBe(2);
    expect(rig.journal.size).toBe(24);
    const failed = records(rig.journal.path).filter(({ reply }) => reply.stop === "failed");
    expect(failed.length).toBeGreaterThan(3);
    expect(failed.length).toBeLessThan(20);
    for (const { reply } of failed) {
      const message = expect.stringMatching(/\(expired\)|\(batch_expired\)|failed \(500\)/);
      expect(reply).toMatchObject({
        text: "",
        stop: "failed",
        failure: { kind: "server", message },
      });
    }
    await rig.run(batches(rig.server), asksOf(...names(24)));
    expect(rig.submitted.length).toBe(2);
  });

  it("end the run where none was answered beside them, however few, and nothing is kept of them", async () => {
    const rig = await batchRig({ batches: { errored: 0.5, expired: 0.5 } });
    await expect(rig.run(batches(rig.server), asksOf(...names(3)))).rejects.toThrow(
      /3 requests failed like this, which says more about the server than about their prompts/,
    );
    expect(rig.submitted).toHaveLength(3);
    expect(rig.journal.size).toBe(0);
    await rig.run(batches(rig.server), asksOf(...names(3)), { endures: true });
    expect(rig.journal.size).toBe(3);
  });

  it("are kept as failed with the vendor's sentence where they are rejected, and asked no more", async () => {
    const rig = await batchRig();
    const bad = Array.from({ length: 12 }, (_, i) => ({
      request: { prompt: `Nobody knows wording ${i}.`, sample: 0 },
    }));
    await rig.run(batches(rig.server), [...bad, ...asksOf(...names(5))]);
    expect(rig.submitted.map(({ length }) => length)).toEqual([17]);
    const failed = records(rig.journal.path).filter(({ prompt }) => prompt.startsWith("Nobody"));
    expect(failed).toHaveLength(12);
    const message = expect.stringContaining("does not take this request (400)");
    expect(failed[0]?.reply).toEqual({
      text: "",
      stop: "failed",
      failure: { kind: "request", status: 400, message },
    });
    await rig.run(batches(rig.server), bad);
    expect(rig.submitted).toHaveLength(1);
    const provider = cached(single(rig.server), rig.journal);
    const [first] = bad as [(typeof bad)[number]];
    expect(await provider.complete(first.request)).toMatchObject({ stop: "failed", stored: true });
    expect(rig.server.stats().requests).toBe(0);
  });

  it("end the run where ten fail alike and none is answered, so that nothing is kept of them", async () => {
    const rig = await batchRig();
    const bad = Array.from({ length: 12 }, (_, i) => ({
      request: { prompt: `Nobody knows wording ${i}.`, sample: 0 },
    }));
    await expect(rig.run(batches(rig.server), bad)).rejects.toThrow(
      /does not take this request \(400\).* \(10 requests failed like this, and none was answered\.\)$/,
    );
    expect(rig.journal.size).toBe(0);
    await rig.run(batches(rig.server), bad, { endures: true });
    expect(rig.journal.size).toBe(12);
  });

  it("whose result is charged and nobody can read are bought twice, and each time kept as a charge", async () => {
    const rig = await batchRig();
    const whole = batches(rig.server);
    const outcome = new ProviderError("Unknown.", {
      kind: "response",
      retryable: true,
      mayBeBilled: true,
      body: "?",
    });
    const vendor: BatchVendor = {
      ...whole,
      async *results(id, signal) {
        for await (const result of whole.results(id, signal)) {
          yield { ...result, outcome };
        }
      },
    };
    await rig.run(vendor, asksOf("q0"));
    expect(rig.submitted).toHaveLength(2);
    const kept = records(rig.journal.path).map(({ charge = false, reply }) => [
      charge,
      reply.stop,
      reply.text,
    ]);
    expect(kept).toEqual([
      [true, "failed", "?"],
      [true, "failed", "?"],
      [false, "failed", ""],
    ]);
  });

  it.each([401, 404])(
    "end the run with the vendor's sentence where one fails with %i",
    async (status) => {
      const rig = await batchRig();
      const whole = batches(rig.server);
      const kind = status === 401 ? "auth" : "request";
      const outcome = new ProviderError("The vendor's sentence.", {
        kind,
        status,
        retryable: false,
      });
      const vendor: BatchVendor = {
        ...whole,
        async *results(id, signal) {
          for await (const result of whole.results(id, signal)) {
            yield { ...result, outcome };
          }
        },
      };
      await expect(rig.run(vendor, asksOf("q0"))).rejects.toBe(outcome);
      expect(rig.journal.size).toBe(0);
    },
  );

  it("whose reply cannot be read are asked again at most twice, each attempt kept with its number", async () => {
    const rig = await batchRig();
    const [whole, none] = [
      { ok: true, answer: 0.5 } as const,
      { ok: false, reason: "no JSON" } as const,
    ];
    const asks = asksOf("q0", "q1").map((ask, i) => ({
      ...ask,
      read: () => (i === 1 ? whole : none),
    }));
    await rig.run(batches(rig.server), asks);
    expect(rig.submitted.map(({ length }) => length)).toEqual([2, 1, 1]);
    const attempts = records(rig.journal.path).filter(({ prompt }) => prompt === promptOf("q0"));
    expect(attempts.map(({ attempt }) => attempt)).toEqual([undefined, 1, 2]);
  });

  it("leave out a setting that the model rejects, in the batch after, and record it", async () => {
    const rig = await batchRig({ rejects: ["temperature"] });
    const asked = { settings: { temperature: 0 } };
    const names: string[] = [];
    await rig.run(batches(rig.server, asked), asksOf("q0", "q1"), {
      onLeftOut: (name) => void names.push(name),
    });
    expect(names).toEqual(["temperature"]);
    expect(rig.submitted.length).toBe(2);
    const provider = cached(single(rig.server, asked), rig.journal);
    expect((await provider.complete({ prompt: promptOf("q1"), sample: 0 })).stored).toBe(true);
    expect(records(rig.journal.path)[0]?.leftOut).toEqual({ temperature: 0 });
  });
});
