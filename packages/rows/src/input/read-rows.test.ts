import { fingerprint } from "@promptnce/engine";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import type { TableFormat } from "../formats/file-format.ts";
import type { LabelList } from "./read-labels.ts";
import { type Columns, inputText, readRows, type Row } from "./read-rows.ts";
import { tableFile } from "./table.ts";

const x = [
  { field: "premise", column: "p" },
  { field: "hypothesis", column: "h" },
];
const all: Columns = { x, y: "label", count: "n" };

async function rowsIn(
  text: string,
  columns: Columns,
  format: TableFormat = "csv",
  delimiter?: string,
  labels?: LabelList,
): Promise<Row[]> {
  const path = join(newFolder(), "rows");
  writeFileSync(path, text);
  const file = { path, name: "rows", format, ...(delimiter !== undefined && { delimiter }) };
  const rows: Row[] = [];
  for await (const batch of readRows(await tableFile(file), columns, labels)) {
    rows.push(...batch);
  }
  return rows;
}

describe("readRows", () => {
  it("gives each row its line, its fields by the task's names, their fingerprint, label and count", async () => {
    expect(await rowsIn("n,label,h,p\n3,yes,b,a\n0,no,d,c\n", all)).toMatchObject([
      {
        line: 2,
        x: { premise: "a", hypothesis: "b" },
        key: fingerprint("a", "b"),
        y: "yes",
        count: 3,
      },
      {
        line: 3,
        x: { premise: "c", hypothesis: "d" },
        key: fingerprint("c", "d"),
        y: "no",
        count: 0,
      },
    ]);
  });

  it.each([
    ["behind a word", "PUSH ", "PUSH"],
    ["behind a comma", " CAPABLE", "CAPABLE"],
    ["no-break, of a spreadsheet", "\u00A0calm\u00A0", "calm"],
    ["a tab", "calm\t", "calm"],
  ])("leaves blanks around a label out: %s", async (_, text, y) => {
    const [row] = await rowsIn(`p,h,label\na,b,${text}\n`, { x, y: "label" });
    expect(row).toMatchObject({ y, isPadded: true });
  });

  it("keeps blanks around a label that is listed with them", async () => {
    const labels = { all: ["PUSH ", "PULL"], file: "a task" };
    const rows = await rowsIn(
      "p,h,label\na,b,PUSH \na,b, PULL\n",
      { x, y: "label" },
      "csv",
      undefined,
      labels,
    );
    expect(rows.map(({ y }) => y)).toEqual(["PUSH ", "PULL"]);
  });

  it("has no label and no count where no column is named for them", async () => {
    const [row] = await rowsIn("p,h,label,n\na,b,yes,3\n", { x });
    expect(Object.keys(row ?? {})).toEqual(["line", "record", "x", "key"]);
  });

  it("reads the same from CSV, TSV, other delimiters and JSON lines", async () => {
    const bare = (rows: readonly Row[]) =>
      rows.map(({ x: input, key, y, count }) => [input, key, y, count]);
    const csv = bare(await rowsIn('p,h,label,n\n"a, ""1""",b,yes,2.5\n', all));
    expect(bare(await rowsIn('p\th\tlabel\tn\n"a, ""1"""\tb\tyes\t2.5\n', all, "tsv"))).toEqual(
      csv,
    );
    expect(bare(await rowsIn('p;h;label;n\n"a, ""1""";b;yes;2.5\n', all, "csv", ";"))).toEqual(csv);
    const json = await rowsIn('\n{"p":"a, \\"1\\"","h":"b","label":"yes","n":2.5}\n', all, "jsonl");
    expect(bare(json)).toEqual(csv);
  });

  it("keeps spaces, and takes words that programs know for texts", async () => {
    const [row] = await rowsIn("p,h,label,n\n a ,__proto__,constructor,1e3\n", all);
    expect(row).toMatchObject({
      x: { premise: " a ", hypothesis: "__proto__" },
      y: "constructor",
      count: 1000,
    });
    const [json] = await rowsIn('{"p":true,"h":7,"label":"none","n":"4"}\n', all, "jsonl");
    expect(json).toMatchObject({ x: { premise: "true", hypothesis: "7" }, y: "none", count: 4 });
  });

  it("takes what programs write for no value as missing, in each role, but for listed labels", async () => {
    const text = "p,h,label,n\nNA,b,yes,1\na,b,null,1\na,b,yes,NaN\na,b,yes,1\n";
    expect(
      (await rowsIn(text, all)).map(({ problem, missing }) => [problem, missing?.text]),
    ).toEqual([
      ["p is missing (NA)", "NA"],
      ["label is missing (null)", "null"],
      ["n is missing (NaN)", "NaN"],
      [undefined, undefined],
    ]);
    const listed = { all: ["yes", "null"], file: "labels.txt" };
    const [, second] = await rowsIn(text, all, "csv", undefined, listed);
    expect(second).toMatchObject({ y: "null" });
  });

  it("takes numbers of JSON as they are written: ids are not rounded, nor versions shortened", async () => {
    const line = '{"p":12345678901234567890,"h":1.10,"label":-0.50,"n":1e1}';
    const [row] = await rowsIn(`${line}\n`, all, "jsonl");
    expect(row).toMatchObject({
      x: { premise: "12345678901234567890", hypothesis: "1.10" },
      y: "-0.50",
      count: 10,
    });
  });

  it.each([
    [
      "csv",
      '\n{"p":"a","h":"b","label":"yes","n":1}\n',
      'rows, line 1: is JSON lines, not delimited text; say so with `format: "jsonl"`, or name the file .jsonl.',
    ],
    [
      "csv",
      "{p,h,label,n\n",
      "rows, line 1: there is no column p; the columns are {p, h, label, n.",
    ],
    [
      "jsonl",
      '{"p":"a","h":["b"],"label":"yes","n":1}\n',
      'rows, line 1: h is not text but ["b"]; join the texts of the list to one',
    ],
  ] as const)("refuses %s %j", async (format, text, sentence) => {
    await expect(rowsIn(text, all, format)).rejects.toThrow(sentence);
  });

  it.each([
    ["csv", "p,h,label,n\n \t,b,yes,1\n", "p is empty"],
    ["csv", "p,h,label,n\na,b,,1\n", "label is empty"],
    ["csv", "p,h,label,n\na,b,yes,\n", "n is empty"],
    ["csv", "p,h,label,n\na,b,yes,-1\n", 'n is "-1", not a number of 0 or more'],
    ["csv", "p,h,label,n\na,b,yes,Infinity\n", 'n is "Infinity", not a number of 0 or more'],
    [
      "csv",
      "p,h,label,n\na,b,maybe,1\n",
      'label is "maybe", which is not among the 2 labels of l.txt',
    ],
    ["jsonl", '{"p":"a","h":null,"label":"yes","n":1}\n', "h is missing"],
  ] as const)(
    "says of a row of %s %j that it cannot be used, and why",
    async (format, text, problem) => {
      const [row] = await rowsIn(text, all, format, undefined, {
        all: ["yes", "no"],
        file: "l.txt",
      });
      expect(row).toMatchObject({ problem, x: {}, key: "" });
    },
  );

  it("has every cell as it stands, of columns that are not named or named twice too", async () => {
    const [row] = await rowsIn("p,note,h,note,\na, 1,b,,z\n", { x });
    const cells = (one?: Row) =>
      one?.record.columns.map((name, place) => [name, one.record.cell(name, place)]);
    expect(cells(row)).toEqual([
      ["p", "a"],
      ["note", " 1"],
      ["h", "b"],
      ["note", ""],
      ["column 5", "z"],
    ]);
    const [json] = await rowsIn(
      '{"p":"a","h":"b","n":0.5,"id":12345678901234567890,"no":null,"all":[1,{"a":2}]}\n',
      { x },
      "jsonl",
    );
    expect(cells(json)?.slice(2)).toEqual([
      ["n", 0.5],
      ["id", "12345678901234567890"],
      ["no", null],
      ["all", '[1,{"a":2}]'],
    ]);
  });

  it("ends with the reason where it is stopped", async () => {
    const path = join(newFolder(), "rows");
    writeFileSync(path, "p,h,label,n\n");
    const signal = AbortSignal.abort(new Error("Ctrl-C"));
    const reading = readRows(await tableFile({ path, format: "csv", signal }), all);
    await expect(reading.next()).rejects.toThrow("Ctrl-C");
  });

  it("says that a file is not there", async () => {
    const rows = readRows(
      await tableFile({ path: join(newFolder(), "none"), name: "none.csv", format: "csv" }),
      all,
    );
    await expect(rows.next()).rejects.toThrow(
      "none.csv is not there: give a file of rows, or - for standard input",
    );
  });
});

it("the fields of x are in the order of the task's, empty where x has none", () => {
  expect(inputText(["premise", "hypothesis", "note"], { hypothesis: "h", premise: "p" })).toBe(
    "p / h / ",
  );
});
