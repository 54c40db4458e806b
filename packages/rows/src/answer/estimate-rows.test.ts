import { expect, it } from "vitest";
import type { TrialEstimate } from "@promptnce/providers/run";
import { inListOrder } from "./estimate-rows.ts";

it("puts labels in the order of the list, and leaves the methods of each in theirs", () => {
  const places = new Map(["a", "b", "c"].map((y, i) => [y, i]));
  const asked = ["c 1", "c 2", "a 1", "a 2", "b 1", "b 2"];
  const estimates = asked.map((text) => ({ trial: { y: text[0] }, estimate: text }));
  const ordered = inListOrder(estimates as unknown as TrialEstimate[], places);
  expect(ordered.map(({ estimate }) => estimate)).toEqual(["a 1", "a 2", "b 1", "b 2", "c 1", "c 2"]);
});
