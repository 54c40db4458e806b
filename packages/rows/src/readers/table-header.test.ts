import { describe, expect, it } from "vitest";
import { readCsv } from "./read-csv.ts";
import type { HeaderOptions } from "./table-header.ts";

interface Reading extends HeaderOptions {
  readonly columns?: readonly string[];
  readonly delimiter?: string;
}

/** The lines and cells of delimited text. */
async function read(text: string, { columns = [], delimiter = ",", ...rest }: Reading = {}) {
  async function* whole(): AsyncGenerator<string> {
    yield text;
  }
  const options = { file: "r.csv", delimiter, columns, ...rest };
  const records = (await Array.fromAsync(readCsv(whole(), options))).flat();
  return records.map(({ line, columns: names, value }) => [line, ...names.map(value)]);
}

const table = "cue,response,n\ncat,dog,5\nsun,moon,2\n";
const rows = (first: number) => [
  [first, "cat", "dog", "5"],
  [first + 1, "sun", "moon", "2"],
];

describe("lines above the header", () => {
  it("are passed over, whatever they hold, and counted", async () => {
    expect(await read(`Title 5" long, "odd\n\n${table}`, { skip: 2 })).toEqual(rows(4));
    expect(await read(`a\r\nb\rc\n${table}`, { skip: 3 })).toEqual(rows(5));
  });

  it("are seen where a needed column is missing, or a row has more fields", async () => {
    const text = `(c) Office\n\n${table}`;
    const sentence = "the header seems to be line 3 (cue, response, n), so say `skip: 2`.";
    await expect(read(text, { columns: ["cue"] })).rejects.toThrow(
      `r.csv, line 1: there is no column cue; ${sentence}`,
    );
    await expect(read(text)).rejects.toThrow(
      `r.csv, line 3: has 3 fields where the header has 1; ${sentence}`,
    );
  });

  it("are seen with the delimiter of the table below", async () => {
    const text = `Stand:;1.2.\n${table.replaceAll(",", ";")}`;
    await expect(read(text, { columns: ["cue"] })).rejects.toThrow(
      'so say `skip: 1` and `delimiter: ";"`.',
    );
  });
});

describe("a header of several lines", () => {
  it.each([
    [
      "ids of an import, as Qualtrics",
      '"Question one","Question, two","n"\n"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}",x',
      3,
    ],
    ["words of the kind of answer, as SurveyMonkey", ",Response,Response", 2],
    ["units, as an instrument", "[text],[text],[1]", 2],
  ])("is passed over below its names: %s", async (_, second, header) => {
    const [names, ...data] = table.split("\n");
    expect(await read([names, second, ...data].join("\n"), { header })).toEqual(rows(header + 1));
  });
});

describe("a table without a header", () => {
  const data = table.split("\n").slice(1).join("\n");

  it("has its columns by number", async () => {
    expect(await read(data, { header: "none", columns: ["column 1", "column 3"] })).toEqual(
      rows(1),
    );
  });

  it("is seen where a needed column is missing", async () => {
    const repeated = `${data}cat,mouse,5\n`;
    await expect(read(repeated, { columns: ["cue"] })).rejects.toThrow(
      'there is no column cue; the first line seems to hold data (cat, dog, 5), so say `header: "none"`, which calls the columns "column 1" and so on.',
    );
  });
});

it("a column is found without the blanks around its name, and by its number if it has none", async () => {
  async function* whole(): AsyncGenerator<string> {
    yield "cue, response ,,n\ncat,dog,a,5\n";
  }
  const columns = ["response", " response ", "column 3"];
  const options = { file: "r.csv", delimiter: ",", columns };
  const [record] = (await Array.fromAsync(readCsv(whole(), options))).flat();
  expect(columns.map((column) => record!.value(column))).toEqual(["dog", "dog", "a"]);
  expect(columns.map((column) => record!.cell(column, -1))).toEqual(["dog", "dog", "a"]);
  expect(record!.columns).toEqual(["cue", "response", "column 3", "n"]);
});

it("a note below the table is told from a field too many", async () => {
  await expect(read(`${table}Source: office\n`)).rejects.toThrow(
    "line 4: has 1 fields where the header has 3; if it is not a row of the table but, say, a note below it, remove it.",
  );
  await expect(read(`${table}a,b,1,2\n`)).rejects.toThrow("quote a field that holds the delimiter");
  await expect(read("ward,n,name,votes\nA,9,Red,4,Blue,5\n")).rejects.toThrow(
    "line 2: has 6 fields where the header has 4; quote a field that holds the delimiter, or name all columns in the header; where some columns come again",
  );
});
