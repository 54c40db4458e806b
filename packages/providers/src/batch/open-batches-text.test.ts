import { join } from "node:path";
import { expect, it } from "vitest";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { openBatchesText } from "./open-batches-text.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

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
