import { describe, expect, it } from "vitest";
import { cached } from "../store/cached.ts";
import { readJournal } from "../journal/read-journal.ts";
import { asksOf, batchRig, names, promptOf } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";

const records = (path: string) => [...readJournal(path)].toSorted((a, b) => (a.key < b.key ? -1 : 1));

describe.each(bothWays)("requests of batches of $vendor", ({ batches, single }) => {
  it("are asked again where they errored or expired, until all is answered", async () => {
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
    await expect(failed).rejects.toThrow(/^\d+ requests errored or expired in 2 batches of .*leave out --batch/);
    expect(rig.submitted.length).toBe(2);
    expect(rig.journal.size).toBeGreaterThan(3);
  });

  it("end the run with the vendor's sentence where a request is rejected, with the rest stored", async () => {
    const rig = await batchRig();
    const bad = { request: { prompt: "Nobody knows this wording.", sample: 0 } };
    const failed = rig.run(batches(rig.server), [...asksOf(...names(5)), bad]);
    await expect(failed).rejects.toThrow(
      /does not take this request \(400\).*\(1 request of a batch; the replies to the others are stored\.\)$/,
    );
    expect(rig.submitted.length).toBe(1);
    expect(rig.journal.size).toBe(5);
  });

  it("whose reply cannot be read are asked again at most twice, each attempt kept with its number", async () => {
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
    await rig.run(batches(rig.server, asked), asksOf("q0", "q1"), { onLeftOut: (name) => void names.push(name) });
    expect(names).toEqual(["temperature"]);
    expect(rig.submitted.length).toBe(2);
    const provider = cached(single(rig.server, asked), rig.journal);
    expect((await provider.complete({ prompt: promptOf("q1"), sample: 0 })).stored).toBe(true);
    expect(records(rig.journal.path)[0]?.leftOut).toEqual({ temperature: 0 });
  });
});
