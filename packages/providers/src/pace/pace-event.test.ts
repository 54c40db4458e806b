import { expect, it } from "vitest";
import { paceText } from "./pace-event.ts";

it("says when the pace changed, how and why", () => {
  const event = {
    at: 12_340,
    kind: "limit",
    concurrency: 50,
    rate: 19.8,
    reason: "many 429s: all wait 1000 ms",
  } as const;
  expect(paceText(event)).toBe("pace, after 12.3 s: many 429s: all wait 1000 ms (19.8 requests a second)");
  const rate = { at: 0, kind: "rate", concurrency: 8, rate: 20, reason: "20.0 requests a second" } as const;
  expect(paceText(rate)).toBe("pace, after 0.0 s: 20.0 requests a second");
});

it("says nothing of the slow start", () => {
  expect(paceText({ at: 1, kind: "grown", concurrency: 40, reason: "40 calls at once" })).toBeUndefined();
});
