import { appendFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { BatchVendor, ListedBatch } from "@promptnce/providers/batches";
import { Interrupted, UnconfirmedError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/core/errors";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { batchRig } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";
import { batchRun, type BatchOptions } from "./batch-run.ts";
import { findBatch } from "./find-batch.ts";

const HOUR = 3_600_000;
const [one, two, other] = ["1", "2", "3"].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const failed = (status: number) =>
  new ProviderError("No.", { kind: "request", retryable: false, status });

/** What is found of a batch of two requests, noted so many ms ago, where the vendor lists these. */
async function find(
  list: (look: number) => readonly ListedBatch[] | Error,
  {
    ago = 0,
    results = [one, two],
    searched = false,
    ...options
  }: { ago?: number; results?: string[]; searched?: boolean } & Partial<BatchOptions>,
) {
  const { journal, server } = await batchRig();
  const requests = [one, two].map((key) => [key, 0]);
  const noted = { provider: "anthropic", model: "m", settings: {} };
  const note = { v: 1, kind: "intended", label: "ours", ...noted, requests };
  const at = new Date(Date.now() - ago).toISOString();
  appendFileSync(`${journal.path}.batches.jsonl`, `${JSON.stringify({ ...note, at })}\n`);
  const ledger = openBatchLedger(journal.path);
  ledger.intend({ ...noted, label: "known", requests: [[other, 0]] });
  ledger.submitted("known", "known-id");
  ledger.read("known", []);
  if (searched) ledger.searched("ours");
  const said: string[] = [];
  let looks = 0;
  const vendor: BatchVendor = {
    ...bothWays[0]!.batches(server),
    list: async () => {
      const listed = list(++looks);
      if (listed instanceof Error) throw listed;
      return listed;
    },
    async *results() {
      for (const customId of results) {
        yield { customId, outcome: { text: "", stop: "end" } };
      }
    },
  };
  const say = (line: string): void => void said.push(line);
  const wait = async (ms: number): Promise<void> => void vi.setSystemTime(Date.now() + ms);
  const times = { wait, searchMs: 10 };
  const run = batchRun({ vendor, store: journal, ledger, say, ...times, ...options });
  const found = await findBatch("ours", "The line was cut.", run).catch((error: unknown) => error);
  return {
    found,
    said,
    looks,
    left: openBatchLedger(journal.path)
      .open()
      .map(({ id }) => id),
    searched: openBatchLedger(journal.path)
      .open()
      .map((open) => open.searched),
  };
}

const CUT =
  /^Anthropic: the submission of 2 requests was cut; looking for their batch .* UTC at most$/;

/** How many hours are left until the time that the first line tells. */
function hoursToldIn([line = ""]: readonly string[]): number {
  const [, date, time] = /until (\S+) (\S+) UTC/.exec(line) ?? [];
  return (Date.parse(`${date}T${time}Z`) - Date.now()) / HOUR;
}

const listed = (more: object = {}): ListedBatch => {
  return { id: "a", created: Date.now(), requests: 2, ended: true, ...more };
};

describe("a batch whose submission was cut", () => {
  it("is found by its label, whatever its requests are", async () => {
    const labels = [
      { id: "none", label: undefined },
      { id: "b", label: "theirs" },
      { id: "c", label: "ours" },
    ];
    expect(await find(() => labels, {})).toMatchObject({ found: "c", left: ["c"] });
  });

  it("is found by the names of its requests once it has ended, and waited for until then", async () => {
    const { found, said, looks } = await find((look) => [listed({ ended: look > 3 })], {
      searchMs: 0,
    });
    expect(found).toBe("a");
    expect(looks).toBe(4);
    // A look that shows nothing new is not told, unless a minute passes meanwhile.
    expect(said.length).toBeLessThan(3);
    expect(said[0]).toMatch(CUT);
    expect(said[0]).toContain("among 1 under way, once they end, until");
    expect(hoursToldIn(said)).toBeCloseTo(24.25, 1);
  });

  it("may be listed late, within a time that is told", async () => {
    const { found, said } = await find((look) => (look > 2 ? [listed()] : []), { searchMs: HOUR });
    expect(found).toBe("a");
    expect(said[0]).toMatch(CUT);
    expect(said[0]).toContain("in the list there, until");
    expect(hoursToldIn(said)).toBeCloseTo(1, 1);
  });

  it("is found although the vendor's clock is some minutes behind", async () => {
    expect((await find(() => [listed({ created: Date.now() - 600_000 })], {})).found).toBe("a");
  });

  it.each([
    ["has other requests", listed(), [one, other]],
    ["has more of them", listed({ requests: 3 }), [one, two]],
    ["was made long before", listed({ created: Date.now() - 2 * HOUR }), [one, two]],
    [
      "was under way long before",
      listed({ created: Date.now() - 2 * HOUR, ended: false }),
      [one, two],
    ],
    ["is another one of the ledger's", listed({ id: "known-id", ended: false }), [one, two]],
  ])("is none that %s", async (_what, batch, results) => {
    const { found } = await find(() => [batch], { results, searchMs: 0 });
    expect(found).toBeInstanceOf(UnconfirmedError);
  });

  it("is not waited for longer than the vendor may work on it", async () => {
    const created = Date.now() - 25 * HOUR;
    const { found, looks } = await find(() => [listed({ created, ended: false })], {
      ago: 25 * HOUR,
    });
    expect(found).toBeInstanceOf(UnconfirmedError);
    expect(looks).toBe(1);
  });

  it("is looked for once where it was searched for in vain before, and found where it is listed by then", async () => {
    const long = { searchMs: HOUR, searched: true };
    expect(await find(() => [], long)).toMatchObject({
      looks: 1,
      found: expect.any(UnconfirmedError),
    });
    expect(await find(() => [listed()], long)).toMatchObject({ looks: 1, found: "a" });
    // What may be it is waited for all the same.
    const late = await find((look) => [listed({ ended: look > 3 })], long);
    expect(late).toMatchObject({ looks: 4, found: "a" });
  });

  it("is noted as searched for, once, where it is not found", async () => {
    expect((await find(() => [], {})).searched).toEqual([true]);
    expect((await find(() => [], { searched: true })).searched).toEqual([true]);
  });

  it("is not looked for long at a server that has no list", async () => {
    expect((await find(() => failed(404), { searchMs: HOUR })).looks).toBe(1);
  });

  it("is looked for once where it was noted long ago and is not listed", async () => {
    expect((await find(() => [], { ago: HOUR, searchMs: HOUR / 2 })).looks).toBe(1);
  });
});

describe("a batch that is not found", () => {
  const sentence = "The line was cut. Whether its batch of 2 requests was created is unknown,";

  it.each([
    ["in the list", []],
    ["at a server without a list", failed(404)],
  ])("%s is not submitted again where nobody can be asked", async (_where, list) => {
    const { found } = await find(() => list, {});
    expect(found).toBeInstanceOf(UnconfirmedError);
    expect((found as Error).message).toMatch(
      /^The line was cut\. Whether its batch of 2 requests was created is unknown, and it was not found at Anthropic\. If it was created, submitting them again pays for them twice\. Look there for a batch of 2.*Z; if there is none, give `resubmit`\.$/,
    );
  });

  it("is submitted again where a person says so, who is told what is known", async () => {
    let told = "";
    const { found, left, said } = await find(() => [], {
      resubmit: async (unknown) => {
        told = unknown;
        return true;
      },
    });
    expect(found).toBeUndefined();
    expect(left).toEqual([]);
    expect(told).toContain(sentence);
    expect(said.at(-1)).toBe("Anthropic: submitting again 2 requests whose batch was not found");
  });

  it("is not where a person says no", async () => {
    const { found, left } = await find(() => [], { resubmit: async () => false });
    expect(found).toBeInstanceOf(Interrupted);
    expect(left).toEqual([undefined]);
  });

  it("leaves what else the vendor says of its list as it is", async () => {
    const wrong = failed(401);
    expect((await find(() => wrong, { resubmit: async () => true })).found).toBe(wrong);
  });
});
