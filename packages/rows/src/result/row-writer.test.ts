import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { columnsOf } from "./result-columns.ts";
import { type ResultRow, rowWriter, type WrittenColumn } from "./row-writer.ts";
import type { TableFormat } from "../formats/file-format.ts";

const fields = ["__proto__", "cue"].map((name) => ({ name, type: "STRING" as const }));
const columns: readonly WrittenColumn[] = [...fields, ...columnsOf({})];
const nasty = ['a "b", c', "line\nend", "tab\tand;", "=1+1", "😀", " x ", "constructor"];
const rows: ResultRow[] = Array.from({ length: 20_001 }, (_, i) => [
  `${i}`,
  nasty[i % nasty.length] ?? "",
  "OTHER",
  "promptnce",
  "simulated:truthful",
  "ok",
  i / 7,
  null,
  -1e-9,
  null,
  0,
  "cue",
]);

/** As many as are written in three pieces. */
const few = rows.slice(0, 2001);

async function written(format: TableFormat, all: readonly ResultRow[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const output = {
    path: "-",
    write: async (piece: string | Uint8Array) => void pieces.push(Buffer.from(piece)),
    end: async () => {},
  };
  const writer = await rowWriter(format, columns, output);
  for (let at = 0; at < all.length; at += 1000) {
    await writer.write(all.slice(at, at + 1000));
  }
  await writer.end();
  return Buffer.concat(pieces);
}

it.each([
  ["csv", ","],
  ["tsv", "\t"],
] as const)("writes %s that reads back as it was", async (format, delimiter) => {
  const { data } = Papa.parse<string[]>((await written(format, few)).toString().trimEnd(), {
    delimiter,
  });
  const wanted = [
    columns.map(({ name }) => name),
    ...few.map((row) => row.map((value) => String(value ?? ""))),
  ];
  expect(isDeepStrictEqual(data, wanted)).toBe(true);
});

it("writes JSON lines that read back as they were, whatever a column is called", async () => {
  const lines = (await written("jsonl", few)).toString().trimEnd().split("\n");
  const read = lines.map((line) => Object.entries(JSON.parse(line) as object));
  const wanted = few.map((row) => columns.map(({ name }, i) => [name, row[i]]));
  expect(isDeepStrictEqual(read, wanted)).toBe(true);
});

it("writes Parquet in row groups that another reader reads back as it was", async () => {
  const path = join(newFolder(), "r.parquet");
  writeFileSync(path, await written("parquet", rows));
  const file = await asyncBufferFromFile(path);
  const { rowFormat: _, ...options } = { file, rowFormat: "object" };
  const read = await parquetReadObjects(options);
  expect(read).toHaveLength(rows.length);
  for (const i of [0, 1, 19_999, 20_000]) {
    expect(columns.slice(1).map(({ name }) => read[i]?.[name])).toEqual(rows[i]?.slice(1));
  }
});

it("writes a head and no rows where there are none", async () => {
  const pieces: (string | Uint8Array)[] = [];
  const output = {
    path: "-",
    write: async (piece: string | Uint8Array) => void pieces.push(piece),
    end: async () => {},
  };
  await (await rowWriter("csv", columns, output)).end();
  expect(pieces.join("")).toBe(`${columns.map(({ name }) => name).join(",")}\n`);
});

it("writes for spreadsheets, if asked, a byte order mark, and no text that they would run", async () => {
  const cells = ["=1+1", "+SUM(A1)", "-cmd", "@x", "\t=1", "a=b", "-5", "+1.5e3", "", "'"];
  const named = cells.map((_, i) => ({
    name: `${i === 0 ? "=c" : "c"}${i}`,
    type: "STRING" as const,
  }));
  const pieces: (string | Uint8Array)[] = [];
  const output = {
    path: "-",
    write: async (piece: string | Uint8Array) => void pieces.push(piece),
    end: async () => {},
  };
  const writer = await rowWriter("csv", [...named, { name: "n", type: "DOUBLE" }], output, {
    bom: true,
    escapeFormulas: true,
  });
  await writer.write([[...cells, -2.5]]);
  await writer.end();
  const text = pieces.join("");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const [head, row] = Papa.parse<string[]>(text.slice(1).trimEnd()).data;
  expect(head?.slice(0, 2)).toEqual(["'=c0", "c1"]);
  expect(row).toEqual([
    "'=1+1",
    "'+SUM(A1)",
    "'-cmd",
    "'@x",
    "'\t=1",
    "a=b",
    "-5",
    "+1.5e3",
    "",
    "'",
    "-2.5",
  ]);
});
