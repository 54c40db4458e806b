import { expect, it } from "vitest";
import { batchEventText } from "./batch-event.ts";

it.each([
  [{ kind: "submitted", id: "b1", requests: 2 }, "V: 2 requests submitted as the batch b1"],
  [{ kind: "resumed", id: "b1", requests: 1 }, "V: the batch b1 of an earlier run, 1 request, is under way"],
  [{ kind: "waiting", batches: 1, done: 3, requests: 9 }, "V: 3 of 9 requests done, batches under way: 1"],
  [{ kind: "again", requests: 4, why: "expired" }, "V: 4 requests to be asked again (expired)"],
] as const)("tells people of %j", (event, text) => {
  expect(batchEventText(event, "V")).toBe(text);
});

it("says of a batch that is looked for why, where and until when", () => {
  const until = new Date("2026-10-03T14:00:59Z");
  const looking = { kind: "looking", why: "Cut off.", requests: 2, until } as const;
  expect(batchEventText({ ...looking, underWay: 0 }, "V")).toBe(
    "Cut off. V: looking for the batch of 2 requests in the list there, until 2026-10-03 14:00 UTC at most",
  );
  expect(batchEventText({ ...looking, underWay: 3 }, "V")).toContain(
    "which one of those under way may be (3): waiting for their end, until 2026-10-03 14:00 UTC at most",
  );
});

it("says what is paid twice and what would let more fit into the budget", () => {
  expect(batchEventText({ kind: "lost", requests: 2 }, "V")).toContain("submitting again 2 requests");
  expect(batchEventText({ kind: "part", requests: 2, of: 9 }, "V")).toContain("only 2 of 9 requests fit");
});
