import { appendFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBatchLedger } from "./batch-ledger.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const key = (digit: string) => digit.repeat(64);
const intent = {
  label: "one",
  provider: "test",
  model: "m",
  settings: { n: 1 },
  requests: [
    [key("a"), 0],
    [key("b"), 1],
  ] as [string, number][],
};
const path = () => join(newFolder(), "replies.jsonl");

describe("the ledger of batches", () => {
  it("knows a submitted batch with its requests after it is opened again", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    ledger.intend(intent);
    ledger.submitted("one", "vendor-1");
    const [batch] = openBatchLedger(store).open();
    expect(batch).toMatchObject({ label: "one", id: "vendor-1", provider: "test", model: "m" });
    expect([...(batch?.requests ?? [])]).toEqual(intent.requests);
  });

  it("shows a batch without an id where it is unknown whether it was submitted", () => {
    const store = path();
    openBatchLedger(store).intend(intent);
    expect(openBatchLedger(store).open()[0]).not.toHaveProperty("id");
  });

  it("knows that a batch was searched for in vain", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    ledger.intend(intent);
    expect(ledger.open()[0]?.searched).toBeUndefined();
    ledger.searched("one");
    expect(openBatchLedger(store).open()[0]).toMatchObject({ label: "one", searched: true });
  });

  it("says when a batch was noted, and knows its id also when it is over", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    const before = Date.now();
    ledger.intend(intent);
    ledger.submitted("one", "vendor-1");
    expect(Date.parse(openBatchLedger(store).open()[0]?.at ?? "")).toBeGreaterThanOrEqual(before);
    ledger.read("one", []);
    const again = openBatchLedger(store);
    expect([again.knows("vendor-1"), again.knows("vendor-2")]).toEqual([true, false]);
  });

  it.skipIf(process.platform === "win32")("is for its owner's eyes alone", () => {
    const ledger = openBatchLedger(path());
    ledger.intend(intent);
    expect(statSync(ledger.path).mode & 0o777).toBe(0o600);
  });

  it("keeps of a batch that was read what is left, and forgets it where nothing is", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    ledger.intend(intent);
    ledger.read("one", [key("b")]);
    expect([...(openBatchLedger(store).open()[0]?.requests.keys() ?? [])]).toEqual([key("b")]);
    ledger.read("one", []);
    expect(ledger.open()).toEqual([]);
    expect(openBatchLedger(store).open()).toEqual([]);
  });

  it("tells what a batch left out of the settings that were asked for", () => {
    const store = path();
    openBatchLedger(store).intend({ ...intent, leftOut: { temperature: 0 } });
    const asked = { name: "test", model: "m", settings: { temperature: 0, n: 1 } };
    expect(openBatchLedger(store).leftOut(asked)).toEqual(["temperature"]);
    expect(openBatchLedger(store).leftOut({ ...asked, model: "other" })).toEqual([]);
  });

  it("lists damage by its line and loses nothing that is whole, also after a torn line", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    ledger.intend(intent);
    appendFileSync(ledger.path, 'nonsense\n{"v":1,"kind":"submitted"}\n{"v":1,"torn');
    const again = openBatchLedger(store);
    expect(again.damage.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(again.damage.map(({ reason }) => reason)).toEqual([
      "is not JSON",
      expect.stringContaining("is not a note of a batch (label:"),
      "is cut off: its writer was stopped",
    ]);
    again.submitted("one", "vendor-1");
    expect(openBatchLedger(store).open()[0]?.id).toBe("vendor-1");
  });

  it("is a file beside the store that does not exist before the first note", () => {
    const store = path();
    const ledger = openBatchLedger(store);
    expect(ledger.path).toBe(`${store}.batches.jsonl`);
    expect(() => readFileSync(ledger.path)).toThrow("ENOENT");
  });

  it("says in one sentence that it cannot be written to", () => {
    const store = path();
    mkdirSync(`${store}.batches.jsonl`);
    expect(() => openBatchLedger(store)).toThrow(/cannot be read \(EISDIR\): make room/);
  });
});
