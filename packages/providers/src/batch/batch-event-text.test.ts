import { join } from "node:path";
import { expect, it } from "vitest";
import { batchEventText, openBatchesText } from "./batch-event-text.ts";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

it.each([
  [{ kind: "submitted", id: "b1", requests: 2 }, "V: 2 requests submitted as the batch b1"],
  [{ kind: "resumed", id: "b1", requests: 1 }, "V: the batch b1 of an earlier run, 1 request, is under way"],
  [{ kind: "waiting", batches: 1, done: 3, requests: 9 }, "V: 3 of 9 requests done, batches under way: 1"],
  [{ kind: "again", requests: 4, why: "expired" }, "V: 4 requests to be asked again (expired)"],
] as const)("tells people of %j", (event, text) => {
  expect(batchEventText(event, "V")).toBe(text);
});

it("says what is paid twice and what would let more fit into the budget", () => {
  expect(batchEventText({ kind: "lost", requests: 2 }, "V")).toContain("so they are asked again");
  expect(batchEventText({ kind: "part", requests: 2, of: 9 }, "V")).toContain("only 2 of 9 requests fit");
});

const key = (digit: string): string => digit.repeat(64);
const batch = { provider: "openai", model: "m", settings: {} };

it("counts the requests of batches whose results were not read, and is silent where there are none", () => {
  const store = join(temporaryFolder(), "replies.jsonl");
  expect(openBatchesText(openBatchLedger(store))).toBeUndefined();
  const ledger = openBatchLedger(store);
  ledger.intend({
    ...batch,
    label: "a",
    requests: [
      [key("1"), 0],
      [key("2"), 0],
    ],
  });
  ledger.submitted("a", "b1");
  ledger.intend({ ...batch, label: "b", requests: [[key("3"), 1]] });
  expect(openBatchesText(openBatchLedger(store))).toBe(
    "Requests of this store under way in batches: 3. Without --batch those that are needed are asked once more.",
  );
  ledger.read("a", [key("2")]);
  expect(openBatchesText(openBatchLedger(store))).toContain("in batches: 2.");
  ledger.read("a", []);
  ledger.read("b", []);
  expect(openBatchesText(openBatchLedger(store))).toBeUndefined();
});
