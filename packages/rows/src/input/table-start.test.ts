import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { tableStart } from "./table-start.ts";

function file(text: string, name = "r.csv"): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}

it.each([
  ["commas", 'a b,ä\n"1, 2",x\n3,y\n', "csv", undefined],
  ["semicolons", '"a b";ä\n1, 2;x\n3;y\n', "csv", ";"],
  ["tabs in a .csv", "a b\tä\n1, 2\tx\n3\ty\n", "csv", "\t"],
  ["tabs", "a b\tä\n1, 2\tx\n3\ty\n", "tsv", undefined],
  ["bars in a .txt", "a b|ä\n1, 2|x\n3|y\n", "txt", "|"],
  ["semicolons in a .txt", "a b;ä\n1, 2;x\n3;y\n", "txt", ";"],
  ["two colons, as of film ratings", "a b::ä\n1, 2::x\n3::y\n", "txt", "::"],
  ["JSON lines", '{"a b":"1, 2","ä":"x"}\n{"ä":"y","a b":3}\n', "jsonl", undefined],
] as const)(
  "tells the columns of %s, what parts them, and the first rows",
  async (_, text, format, parted) => {
    const { delimiter, columns, rows } = await tableStart(file(text), format);
    expect([delimiter, columns]).toEqual([parted, ["a b", "ä"]]);
    expect(rows.map((value) => [value("a b"), value("ä")])).toEqual([
      ["1, 2", "x"],
      ["3", "y"],
    ]);
  },
);

it("tells the columns and the first rows of a Parquet file", async () => {
  const path = join(newFolder(), "r.parquet");
  const columnData = [
    { name: "a b", data: ["1, 2", "3"] },
    { name: "n", data: [4n, null] },
  ];
  writeFileSync(path, Buffer.from(parquetWriteBuffer({ columnData })));
  const { delimiter, columns, rows } = await tableStart(path, "parquet");
  expect([delimiter, columns]).toEqual([undefined, ["a b", "n"]]);
  expect(rows.map((value) => [value("a b"), value("n")])).toEqual([
    ["1, 2", "4"],
    ["3", ""],
  ]);
});

it.each([
  ["blanks around names", "cue, word\na, b\n", ["cue", "word"]],
  ["a column of texts without a name", ",yes,no\nwomen,3,4\nmen,2,5\n", ["column 1", "yes", "no"]],
  ["an index of pandas", ",cue,n\n0,a,4\n1,b,5\n", ["", "cue", "n"]],
])("calls columns as a person can: %s", async (_, text, expected) => {
  const { columns, rows } = await tableStart(file(text), "csv");
  expect(columns).toEqual(expected);
  expect(columns.map((column) => rows[0]!(column))).toEqual(text.split("\n")[1]!.split(","));
});

it("reads no more than the beginning", async () => {
  const { rows } = await tableStart(file(`a,b\n${"x,y\n".repeat(100_000)}`), "csv");
  expect(rows.length).toBeLessThan(5000);
});

it("says where there are no rows", async () => {
  await expect(tableStart(file("a,b\n"), "csv")).rejects.toThrow(
    "has a header but no rows: add some.",
  );
});
