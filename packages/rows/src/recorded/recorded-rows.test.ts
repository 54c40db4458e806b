import type { TrialEstimate } from "@promptnce/engine/run";
import { describe, expect, it } from "vitest";
import { type RowRecord, tableOf } from "../input/table.ts";
import { readRecorded } from "./read-recorded.ts";
import { recordedAsked } from "./recorded-asked.ts";
import { recordedRows } from "./recorded-rows.ts";

async function estimates(
  rows: readonly RowRecord[],
  ids?: readonly string[],
  given?: string,
): Promise<TrialEstimate[]> {
  const named = given === undefined ? {} : { given };
  const prepared = recordedRows(await readRecorded(await tableOf(rows), named), ids);
  const found: TrialEstimate[] = [];
  for await (const units of prepared.estimated()) {
    for (const unit of units) {
      found.push(...unit.estimates);
    }
  }
  return found;
}

/** Two x with these masses of a and b, the rest on OTHER where `open`. */
function rowsOf(
  masses: readonly (readonly [number, number])[],
  { open = true, ...more }: RowRecord = {},
): RowRecord[] {
  return masses.flatMap(([a, b], i) => [
    { x: `x${i}`, label: "a", mass: a, ...more },
    { x: `x${i}`, label: "b", mass: b, ...more },
    ...(open ? [{ x: `x${i}`, label: "OTHER", mass: 1 - a - b, ...more, base_rate: null }] : []),
  ]);
}
const two = rowsOf([
  [0.5, 0.2],
  [0.1, 0.4],
]);
const methods = (found: readonly TrialEstimate[]) => [
  ...new Set(found.map(({ method }) => method.id)),
];

describe("the methods of recorded masses", () => {
  it("are all that need no more than there is", async () => {
    expect(methods(await estimates(two))).toEqual(["promptnce:implied", "promptnce:none"]);
    const more = two.map((row) => ({
      ...row,
      human_count: 3,
      base_rate: row["label"] === "OTHER" ? "" : 0.3,
    }));
    const marginals = ["ungrounded", "empirical", "implied", "none"];
    expect(methods(await estimates(more))).toEqual(
      marginals.map((marginal) => `promptnce:${marginal}`),
    );
    const closed = rowsOf([[0.5, 0.5]], { open: false });
    expect(methods(await estimates(closed))).toEqual(["marginalnce:implied", "marginalnce:none"]);
  });

  it("take the mean of the conditionals for implied, and the recorded rate, whatever it was asked with", async () => {
    const [implied] = await estimates(two, ["promptnce:implied"]);
    expect(implied!.estimate).toEqual({
      conditional: 0.5,
      marginal: 0.3,
      pmi: Math.log(0.5 / 0.3),
    });
    const rated = two.map((row) => ({ ...row, base_rate: row["label"] === "OTHER" ? "" : 0.25 }));
    const found = await estimates(rated, ["promptnce", "promptnce:ungrounded"]);
    expect(found.slice(0, 2).map(({ estimate }) => estimate.pmi)).toEqual([
      Math.log(2),
      Math.log(2),
    ]);
  });

  it("are each used on the sets they are of, where some are open and some closed", async () => {
    const found = await estimates([
      ...two,
      { x: "c", label: "a", mass: 0.4 },
      { x: "c", label: "b", mass: 0.6 },
    ]);
    expect(found.map(({ method }) => method.id)).toContain("marginalnce:none");
    expect(found).toHaveLength(2 * 6);
    expect(found.every(({ readable }) => readable)).toBe(true);
  });

  it.each([
    "promptnce",
    "marginalnce:none",
    "promptnce:empirical",
    "direct-split:none",
    "direct-pmi",
  ])("cannot be %s where that needs more", async (id) => {
    await expect(estimates(two, [id])).rejects.toThrow(
      `methods: ${id} needs answers that are not recorded; the recorded ones are enough for promptnce:implied, promptnce:none`,
    );
  });

  it("cannot be what nobody knows", async () => {
    await expect(estimates(two, ["guess"])).rejects.toThrow('methods: there is no method "guess"');
  });
});

it("an unreadable set has estimates without numbers, and of the others' mean it is no part", async () => {
  const broken = { x: "c", label: "a", mass: "" };
  const found = await estimates(
    [...two, broken, { x: "c", label: "OTHER", mass: 1 }],
    ["promptnce:implied"],
  );
  expect(found.at(-1)).toMatchObject({ readable: false, estimate: { marginal: 0.3 } });
  expect(found.at(-1)!.estimate).not.toHaveProperty("conditional");
});

it("a context whose base rates are all 0 has no estimate with them, and is counted", async () => {
  const rows = ["p", "q"].flatMap((question) =>
    two.map((row): RowRecord => ({ ...row, question, base_rate: question === "p" ? 0 : 0.3 })),
  );
  const rated = rows.map((row) => (row["label"] === "OTHER" ? { ...row, base_rate: null } : row));
  const found = await estimates(rated, ["promptnce:ungrounded"], "question");
  expect(found.map(({ readable }) => readable)).toEqual(
    [false, true].flatMap((one) => Array.from({ length: 4 }, () => one)),
  );
  expect(found[0]!.estimate.pmi).toBeUndefined();
  const asked = recordedAsked(await readRecorded(await tableOf(rated), { given: "question" }));
  expect(asked.unreadableReplies.map(({ reason }) => reason)).toEqual([
    "the base rates of its context are all 0",
  ]);
});

it("a pair of two sets has beside its own what the other says of it, once", async () => {
  const sets = [two, two].flatMap((rows, i) => rows.map((row) => ({ ...row, set: `${i}` })));
  const found = await estimates(sets, ["promptnce:none"]);
  expect(found).toHaveLength(8);
  expect(found.map(({ beside }) => beside?.labels.length)).toEqual([
    2,
    2,
    2,
    2,
    ...Array.from({ length: 4 }),
  ]);
});

it("may be of more sets than a call takes arguments", { tags: "full" }, async () => {
  const recorded = await readRecorded(await tableOf(two), {});
  const sets = Array.from({ length: 130_000 }, () => recorded.sets[0]!);
  expect(recordedRows({ ...recorded, sets }, ["promptnce:none"])).toMatchObject({ k: 2 });
});
