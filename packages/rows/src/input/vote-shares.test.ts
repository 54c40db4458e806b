import { expect, it } from "vitest";
import { VotersOnce, voteShare } from "./vote-shares.ts";

it.each([
  ["4/5", 4, 5],
  [" 3 / 7 ", 3, 7],
  ["4 of 5", 4, 5],
  ["2 out of 3", 2, 3],
  ["0/5", 0, 5],
  ["80 %", 0.8, 1],
  ["66.7%", 0.667, 1],
  [".5 %", 0.005, 1],
])("%j is a share of votes", (text, given, people) => {
  expect(voteShare(text)).toEqual({ given: expect.closeTo(given, 12), people });
});

it.each(["4", "5/4", "4/0", "120 %", "4/5/2020", "a/b", "-1/5", ""])("%j is none", (text) => {
  expect(voteShare(text)).toBeUndefined();
});

it("people who voted on one x are counted once, and again where a label comes again", () => {
  const voters = new VotersOnce();
  const rows = ["a calm", "a busy", "b calm", "a calm", "a busy", "a busy"];
  const first = rows.map((row) => voters.isFirst(...(row.split(" ") as [string, string])));
  expect(first).toEqual([true, false, true, true, false, true]);
});
