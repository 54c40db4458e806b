import { describe, expect, it } from "vitest";
import { shares } from "./people.test.support.ts";

const wide = ["calm", "busy", "loud"];

describe("a column for each label counts the people who gave it, whether", () => {
  const expected = { "the lift": { calm: 2 / 3, busy: 1 / 3 }, rain: { loud: 1 } };
  const lift = (calm: unknown, busy: unknown, loud: unknown) => ({
    x: "the lift",
    calm,
    busy,
    loud,
  });

  it.each([
    [
      "a zero or an empty cell stands for nobody",
      lift(2, 1, 0),
      { x: "rain", loud: "3", calm: "" },
    ],
    ["numbers have decimal commas", lift("2,5", "1,25", "0"), { x: "rain", loud: "0,5" }],
    ["numbers are shares in percent", lift("60 %", "30 %", ""), { x: "rain", loud: "100 %" }],
    ["values are missing as programs write it", lift("2", "1", "NA"), { x: "rain", loud: 1 }],
  ])("%s", async (_, ...rows) => {
    expect(await shares(rows as never, { wide })).toEqual(expected);
  });

  it("an x has several rows, which add up", async () => {
    const rows = [lift(1, 0, 0), { x: "rain", loud: 1 }, lift(1, 1, 0)] as never;
    expect(await shares(rows, { wide })).toEqual(expected);
  });
});

it("a cell that is no number is a problem of its row", async () => {
  const rows = [
    { x: "sun", calm: "many", busy: 1 },
    { x: "rain", calm: 1, busy: 1 },
    { x: "sea", calm: 0 },
  ];
  expect(await shares(rows, { wide })).toEqual({ rain: { calm: 0.5, busy: 0.5 } });
});

it("a column for each label is refused beside a column of labels or counts", async () => {
  const options = { wide, y: "calm", count: "busy" };
  await expect(shares([{ x: "rain", calm: 1 }], options)).rejects.toThrow(
    "columns.wide: these columns hold the labels; leave out `columns.y` and `columns.count`",
  );
});
