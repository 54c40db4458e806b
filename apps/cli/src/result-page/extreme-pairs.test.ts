import { describe, expect, it } from "vitest";
import type { Table } from "#report";
import { extremePairs } from "./extreme-pairs.ts";

type Found = Parameters<typeof extremePairs>[0];

const none: Found = {
  method: { id: "promptnce", title: "PromptNCE" },
  estimates: 0,
  clamped: 0,
  likelier: [],
  unlikelier: [],
};
const pair = (x: string, pmi: number) => ({ x, y: "a", pmi });
const xs = (table: Table | undefined) => table?.rows.map(([x]) => x);

describe("the extremes", () => {
  it("has one list per sign, and says of how many estimates and of which method it is", () => {
    const found = {
      ...none,
      estimates: 72_176,
      likelier: [pair("cat", 2)],
      unlikelier: [pair("sun", -1)],
    };
    const { points, tables } = extremePairs(found, "a rehearsal");
    expect(tables.map((table) => [table.name, xs(table), table.simulated])).toEqual([
      ["most-informative", ["cat"], "a rehearsal"],
      ["least-informative", ["sun"], "a rehearsal"],
    ]);
    expect(tables[0]?.title).toContain("by PromptNCE");
    expect(points).toEqual([expect.stringContaining("of all 72,176 estimates by PromptNCE")]);
  });

  it("leaves out a list without pairs, and is empty if there are none", () => {
    const { tables } = extremePairs(
      { ...none, estimates: 1, likelier: [pair("cat", 2)] },
      undefined,
    );
    expect(tables.map(({ name }) => name)).toEqual(["most-informative"]);
    expect(extremePairs(none, undefined)).toMatchObject({ points: [], tables: [] });
  });

  it("says how many estimates are not listed because a term was answered as 0", () => {
    const { points, tables } = extremePairs({ ...none, estimates: 1200, clamped: 1034 }, undefined);
    expect(tables).toEqual([]);
    expect(points).toEqual([
      expect.stringMatching(
        /^Not listed: 1,034 of 1,200 estimates, .*answered 0.*measures nothing\. None of the others is above or below 0\.$/,
      ),
    ]);
  });

  it("does not report a missing list if all its pairs had a term answered as 0", () => {
    const said = (found: Partial<Found>) =>
      extremePairs({ ...none, clamped: 1, ...found }, undefined).points.at(-1);
    const [likelier, unlikelier] = [[pair("cat", 2)], [pair("sun", -1)]];
    expect(said({ likelier })).toMatch(/None of the others is below 0\.$/);
    expect(said({ unlikelier })).toMatch(/None of the others is above 0\.$/);
    expect(said({ likelier, unlikelier })).toMatch(/measures nothing\.$/);
  });

  it("cuts a long x to 160 characters", () => {
    const likelier = [pair("x".repeat(161), 1), pair("y".repeat(160), 1)];
    const { tables } = extremePairs({ ...none, likelier }, undefined);
    expect(xs(tables[0])).toEqual([`${"x".repeat(159)}…`, "y".repeat(160)]);
  });
});
