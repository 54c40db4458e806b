import { describe, expect, it } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { prepared, shares } from "./people.test.support.ts";

/** A file of these lines, in the format of its name. */
function file(name: `rows.${"csv" | "tsv" | "jsonl"}`, ...lines: readonly string[]) {
  const path = join(newFolder(), name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return { path, format: name.slice("rows.".length) as "csv" | "tsv" | "jsonl" };
}

describe("a column for each rater counts their votes, whether", () => {
  const expected = {
    "the lift": { calm: 2 / 3, busy: 1 / 3 },
    "a child": { busy: 1 },
    rain: { calm: 1 / 2, loud: 1 / 2 },
  };

  it("a spreadsheet leaves a cell empty where a rater did not vote", async () => {
    const table = file(
      "rows.csv",
      "x,Anna,Ben,Cleo",
      "the lift,calm,busy,calm",
      "a child,,busy,",
      "rain,calm, ,loud",
    );
    expect(await shares(table, { raters: ["Anna", "Ben", "Cleo"] })).toEqual(expected);
  });

  it("objects have the raters who voted only, or null", async () => {
    const table = file(
      "rows.jsonl",
      '{"x":"the lift","A1":"calm","A2":"busy","A9":"calm"}',
      '{"x":"a child","A2":"busy"}',
      '{"x":"rain","A1":"calm","A2":null,"A9":"loud"}',
    );
    expect(await shares(table, { raters: ["A1", "A2", "A9"] })).toEqual(expected);
  });

  it("an item stands in several rows, as batches of raters are exported", async () => {
    const table = file(
      "rows.tsv",
      "x\tWorker 1\tWorker 2",
      "the lift\tcalm\tbusy",
      "a child\tbusy\t",
      "rain\tcalm\tloud",
      "the lift\t\tcalm",
    );
    expect(await shares(table, { raters: ["Worker 1", "Worker 2"] })).toEqual(expected);
  });
});

describe("columns of raters", () => {
  const rows = [
    { x: "the lift", topic: "a", r1: "4", r2: "5", w: 2 },
    { x: "the stairs", topic: "a", r1: "4", r2: "4", w: 1 },
    { x: "the roof", topic: "b", r1: "1", r2: "", w: 1 },
    { x: "the yard", topic: "b", r1: "", w: 1 },
  ];
  const columns = { raters: ["r1", "r2"] };

  it("give a row of the result for each label of a row, and for a row without any", async () => {
    const { units } = await prepared(rows, columns);
    const found = (await Array.fromAsync(units())).flat().map(({ row }) => row);
    expect(found.map(({ line, y, count }) => [line, y, count])).toEqual([
      [1, "4", 1],
      [1, "5", 1],
      [2, "4", 2],
      [3, "1", 1],
      [4, undefined, undefined],
    ]);
    expect(found.at(-1)?.problem).toBe("there is no label in r1 and r2");
  });

  it("have base rates of all votes, each by what its row weighs", async () => {
    const { people } = (await prepared(rows, columns)).survey;
    expect(people!.marginal).toEqual(
      new Map([
        ["4", 3 / 5],
        ["5", 1 / 5],
        ["1", 1 / 5],
      ]),
    );
    const weighed = (await prepared(rows, { ...columns, weight: "w" })).survey;
    expect(weighed.people!.marginal.get("5")).toBe(2 / 7);
  });

  it("are people's answers, and no context that labels belong to", async () => {
    const many = Array.from({ length: 40 }, (_, i) => {
      const label = `${i % 2}`;
      return { x: `note ${i}`, r1: label, r2: label };
    });
    expect((await prepared(many, columns)).survey.separation).toBeUndefined();
  });

  it.each([
    [{ y: "r1" }, "leave out `columns.y`"],
    [{ y: "r1", count: "w" }, "leave out `columns.y` and `columns.count`"],
    [{ raters: ["r1"] }, "name two columns or more"],
    [{ raters: ["r1", "r2", "r1"] }, "r1 is named twice; name it once"],
  ])("refuse %o, and say why", async (wrong, sentence) => {
    await expect(prepared(rows, { ...columns, ...wrong })).rejects.toThrow(sentence);
  });

  it("are those of the header, or refused by name", async () => {
    const table = file("rows.csv", "x,Anna,Ben", "the lift,calm,busy");
    await expect(prepared(table, { raters: ["Anna", "Bea"] })).rejects.toThrow(
      "there is no column Bea; the columns are x, Anna, Ben.",
    );
  });
});
