import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

async function* inPieces(text: string, size = 11): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

async function read(value: unknown, sheet?: string): Promise<unknown[]> {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  const found: unknown[] = [];
  for await (const records of readJson(inPieces(text), { file: "rows.json", sheet })) {
    found.push(...records.map(({ value: of }) => [of("text"), of("label")]));
  }
  return found;
}

it("a list of lists whose first one holds data has columns by number", async () => {
  const cells = ["calm", "busy", "calm"].map((label, i) => [`note ${i % 2}`, label]);
  const text = JSON.stringify([...cells, ["note 0", "busy"]]);
  const found: unknown[] = [];
  for await (const records of readJson(inPieces(text), { file: "rows.json" })) {
    found.push(...records.map(({ value }) => [value("column 1"), value("column 2")]));
  }
  expect(found).toEqual([...cells, ["note 0", "busy"]]);
});

it("numbers that JSON lacks are no values", async () => {
  expect(await read('[{"text": "NaN", "label": NaN}]')).toEqual([["NaN", undefined]]);
});

it("what the parser says is one line", async () => {
  await expect(read('[{"text": "a",\n\n]')).rejects.toThrow(
    /^rows\.json is not JSON \(.+\): write/,
  );
});

const rows = [
  { text: "the lift", label: "calm" },
  { text: "a child", label: "busy" },
];

describe("the same rows are read from", () => {
  const cells = rows.map(({ text, label }) => [text, label]);
  it.each([
    ["a list of objects, as pandas' orient=records and R's jsonlite", rows],
    [
      "a list in an object, as the Hub's datasets viewer and pandas' orient=table",
      {
        schema: { fields: [{ name: "index" }, { name: "text" }] },
        data: rows,
      },
    ],
    ["a list in an object beside its own facts", { version: "1.1", total: 2, data: rows }],
    ["a list deeper within", { response: { status: "ok", result: { records: rows } } }],
    ["objects by id, as pandas' orient=index", { a17: rows[0], a4: rows[1] }],
    [
      "columns by number, as pandas writes without being told",
      {
        text: { "0": "the lift", "1": "a child" },
        label: { "0": "calm", "1": "busy" },
      },
    ],
    [
      "lists by column, as Python's dict of lists",
      {
        text: ["the lift", "a child"],
        label: ["calm", "busy"],
      },
    ],
    [
      "columns and data apart, as pandas' orient=split",
      {
        columns: ["text", "label"],
        index: [0, 1],
        data: cells,
      },
    ],
    [
      "lists with a header, as the Sheets API's values",
      {
        range: "Sheet1!A1:B3",
        values: [["text", "label"], ...cells],
      },
    ],
  ])("%s", async (_, value, sheet?: string) => {
    expect(await read(value, sheet)).toEqual(cells);
  });
});

describe("a JSON document", () => {
  it("has the id of rows by id as a column, unless they have one", async () => {
    const ids = async (value: object): Promise<unknown[]> => {
      const all = await Array.fromAsync(readJson(inPieces(JSON.stringify(value)), { file: "f" }));
      return all.flat().map(({ value: of }) => of("id"));
    };
    expect(await ids({ a7: { text: "x" }, b9: { text: "y" } })).toEqual(["a7", "b9"]);
    expect(await ids({ a7: { id: 1 }, b9: { id: 2 } })).toEqual(["1", "2"]);
  });

  it.each([
    ["annotators with a label each", { annotators: [{ label: "a" }, { label: "b" }] }],
    ["lists of different lengths", { tokens: ["a"], spans: [{ from: 0 }, { from: 3 }] }],
    ["an object with a list", { votes: { all: [{ y: "a" }] } }],
  ])("has rows by id that hold lists of objects themselves: %s", async (_, held) => {
    const value = { p1: { ...held, text: "x" }, p2: { ...held, text: "y" }, p3: { text: "z" } };
    const all = await Array.fromAsync(readJson(inPieces(JSON.stringify(value)), { file: "f" }));
    expect(all.flat().map(({ value: of }) => [of("id"), of("text")])).toEqual([
      ["p1", "x"],
      ["p2", "y"],
      ["p3", "z"],
    ]);
  });

  it("has the parts of a data set as lists, whatever else they say", async () => {
    const parts = ["train", "dev", "test"].map((name) => [
      name,
      { name, data: [...rows, ...rows] },
    ]);
    await expect(read(Object.fromEntries(parts))).rejects.toThrow(
      "(train.data, dev.data, test.data)",
    );
  });

  it("has the rows of the lists within a list's objects where these are named", async () => {
    const corpora = [
      { corpus: "A", rows: [rows[0]] },
      { corpus: "B", rows: [rows[1]], notes: {} },
    ];
    const text = JSON.stringify(corpora);
    const options = { file: "f", sheet: "rows" };
    const all = await Array.fromAsync(readJson(inPieces(text), options));
    expect(all.flat().map(({ value: of }) => [of("corpus"), of("text")])).toEqual([
      ["A", "the lift"],
      ["B", "a child"],
    ]);
  });

  it("names some of many lists", async () => {
    const lists = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`list${i}`, [{ [`a${i}`]: 1 }]]),
    );
    await expect(read(lists)).rejects.toThrow(
      "(list0, list1, list2, list3, list4, list5 and 34 others): name one with",
    );
  });

  it("names the line of a row, whatever stands around it", async () => {
    const text = `{"note": "[{\\"",\n"data":\n[ {"text": {"a": [{"b": 1}]}},\n\n{"text": "{"}\n]}`;
    const all = await Array.fromAsync(readJson(inPieces(text, 3), { file: "f" }));
    expect(all.flat().map(({ line }) => line)).toEqual([3, 5]);
  });

  it("keeps numbers as they are written", async () => {
    expect(await read('[{"text": 12345678901234567890, "label": 1.0}]')).toEqual([
      ["12345678901234567890", "1.0"],
    ]);
  });

  it.each([
    ["[]", "holds no rows: give it a list of objects"],
    ["  ", "is empty: give it a list of objects"],
    ["[1, 2]", "holds no rows"],
    ['"text"', "is JSON, but not a table"],
    ['[{"a":1}', "is not JSON"],
    ['{"a":1}\n{"a":2}', 'it seems to be JSON lines, so say `format: "jsonl"`'],
    [
      '{"a":[{"b":1}],"c":[{"d":1}]}',
      'holds several lists of rows (a, c): name one with `sheet: "a"`',
    ],
    [`${"[".repeat(600)}${"]".repeat(600)}`, "nested more than 500 levels deep"],
  ])("%j is refused with what to do", async (text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });

  it("is refused where a list is named that it lacks", async () => {
    await expect(read({ train: rows, test: rows }, "dev")).rejects.toThrow(
      "has no list of rows called dev; it has train, test.",
    );
    expect(await read({ train: rows, test: rows }, "test")).toHaveLength(2);
  });

  it("is refused where it is too long to be read whole", async () => {
    async function* endless(): AsyncGenerator<string> {
      const piece = " ".repeat(1 << 20);
      for (;;) {
        yield piece;
      }
    }
    await expect(Array.fromAsync(readJson(endless(), { file: "f.json" }))).rejects.toThrow(
      "f.json holds more than 64 million characters of JSON, which is read whole: write it as JSON lines",
    );
  });
});

it("the page of a dataset's viewer holds rows within rows, and classes by their numbers", async () => {
  const page = {
    features: [
      { feature_idx: 0, name: "text", type: { dtype: "string", _type: "Value" } },
      { feature_idx: 1, name: "label", type: { names: ["neg", "pos"], _type: "ClassLabel" } },
    ],
    rows: [
      { row_idx: 0, row: { text: "Nice", label: 1 }, truncated_cells: [] },
      { row_idx: 1, row: { text: "Odd", label: -1 }, truncated_cells: [] },
    ],
    num_rows_total: 2,
  };
  expect(await read(page)).toEqual([
    ["Nice", "pos"],
    ["Odd", "-1"],
  ]);
});
