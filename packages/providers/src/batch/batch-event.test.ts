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

it("says of a batch that is looked for where and until when", () => {
  const looking = { kind: "looking", requests: 2, until: new Date("2026-10-03T14:00:59Z") } as const;
  const cut = "V: the submission of 2 requests was cut; looking for their batch";
  const until = "until 2026-10-03 14:00 UTC at most";
  expect(batchEventText({ ...looking, underWay: 0 }, "V")).toBe(`${cut} in the list there, ${until}`);
  expect(batchEventText({ ...looking, underWay: 3 }, "V")).toBe(`${cut} among 3 under way, once they end, ${until}`);
});

it("says what is paid twice and what would let more fit into the budget", () => {
  expect(batchEventText({ kind: "lost", requests: 2 }, "V")).toContain("submitting again 2 requests");
  expect(batchEventText({ kind: "part", requests: 2, of: 9 }, "V")).toContain("only 2 of 9 requests fit");
});
