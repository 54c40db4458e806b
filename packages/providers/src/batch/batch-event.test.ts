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

it("says what is paid twice and what would let more fit into the budget", () => {
  expect(batchEventText({ kind: "lost", requests: 2 }, "V")).toContain("so they are asked again");
  expect(batchEventText({ kind: "part", requests: 2, of: 9 }, "V")).toContain("only 2 of 9 requests fit");
});
