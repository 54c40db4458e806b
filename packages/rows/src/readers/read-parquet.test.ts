import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { SchemaElement } from "hyparquet";
import { parquetWriteBuffer, schemaFromColumnData } from "hyparquet-writer";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readParquet } from "./read-parquet.ts";
import type { Cell } from "../formats/records.ts";

type Written = Partial<Parameters<typeof parquetWriteBuffer>[0]>;

/** A file with one column `a`, whose element in the schema may be given. */
function fileOf(data: unknown[], element?: Partial<SchemaElement>, written: Written = {}): string {
  const path = join(newFolder(), "rows.parquet");
  const columnData = [{ name: "a", data }];
  const schemaOverrides = { a: { name: "a", repetition_type: "OPTIONAL", ...element } as const };
  const schema = element && schemaFromColumnData({ columnData, schemaOverrides });
  const bytes = parquetWriteBuffer({ columnData, ...(schema && { schema }), ...written });
  writeFileSync(path, Buffer.from(bytes));
  return path;
}

async function read(path: string, columns: readonly string[] = []) {
  const found: { line: number; cell: Cell; text: string | undefined }[] = [];
  const batches: number[] = [];
  for await (const records of readParquet(path, {
    file: "rows.parquet",
    wanted: "rows",
    columns,
  })) {
    batches.push(records.length);
    for (const { line, cell, value } of records) {
      found.push({ line, cell: cell("a", 0), text: value("a") });
    }
  }
  return { found, batches };
}

describe("readParquet", () => {
  it("yields a few rows at a time, over all row groups, with the lines of a CSV file", async () => {
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i}`);
    const { found, batches } = await read(fileOf(texts, undefined, { rowGroupSize: 100 }));
    expect(found.map(({ text }) => text)).toEqual(texts);
    expect(found.map(({ line }) => line)).toEqual(texts.map((_, i) => i + 2));
    expect(batches).toEqual([64, 36, 50]);
  });

  it.each<[string, unknown[], Partial<SchemaElement> | undefined, readonly Cell[]]>([
    ["texts, and none where there is null", ["x", null, ""], undefined, ["x", null, ""]],
    ["numbers", [0.1, 2, -3e-9], { type: "DOUBLE" }, [0.1, 2, -3e-9]],
    ["numbers of single precision", [Math.fround(0.1), 2.5], { type: "FLOAT" }, [0.1, 2.5]],
    ["NaN as a missing number", [Number.NaN, 1], { type: "DOUBLE" }, [null, 1]],
    [
      "whole numbers, as text where they are too long",
      [5n, 2n ** 60n],
      undefined,
      [5, `${2n ** 60n}`],
    ],
    ["truth values", [true, false], undefined, [true, false]],
    [
      "decimals without a rounding error",
      [0.3, -7.1],
      { type: "INT32", converted_type: "DECIMAL", scale: 2, precision: 9 },
      [0.3, -7.1],
    ],
    [
      "days",
      [new Date("1950-01-02"), new Date("2000-02-29")],
      { type: "INT32", converted_type: "DATE" },
      ["1950-01-02", "2000-02-29"],
    ],
    [
      "times without a zone",
      [new Date("1969-12-31T23:59:59.5Z"), null],
      {
        type: "INT64",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MILLIS" },
      },
      ["1969-12-31T23:59:59.5", null],
    ],
    [
      "times of UTC",
      [new Date("2024-01-01T10:00:00Z")],
      { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } },
      ["2024-01-01T10:00:00Z"],
    ],
    [
      "times of day",
      [36_123_000_500n],
      {
        type: "INT64",
        converted_type: "TIME_MICROS",
        logical_type: { type: "TIME", isAdjustedToUTC: false, unit: "MICROS" },
      },
      ["10:02:03.0005"],
    ],
    ["JSON as its text", [{ b: 1 }], { type: "BYTE_ARRAY", converted_type: "JSON" }, ['{"b":1}']],
  ])("reads %s", async (_, data, element, cells) => {
    const { found } = await read(fileOf(data, element));
    expect(found.map(({ cell }) => cell)).toEqual(cells);
    expect(found.map(({ text }) => text)).toEqual(
      cells.map((cell) => (cell === null ? undefined : String(cell))),
    );
  });

  it("reads lists as their JSON", async () => {
    const { found } = await read(listOf([["x", "y"], [], null, ["it's"]]));
    expect(found.map(({ text }) => text)).toEqual(['["x","y"]', "[]", undefined, '["it\'s"]']);
  });

  it("reads what is compressed with gzip", async () => {
    const compressors = { GZIP: (input: Uint8Array) => gzipSync(input) };
    const { found } = await read(fileOf(["x"], undefined, { codec: "GZIP", compressors }));
    expect(found).toEqual([{ line: 2, cell: "x", text: "x" }]);
  });

  it("refuses a file of which several columns are damaged in one error", async () => {
    const path = join(newFolder(), "rows.parquet");
    const columnData = ["a", "b", "c"].map((name) => ({ name, data: ["x", "y"] }));
    const compressors = { GZIP: () => gzipSync(Buffer.alloc(1 << 20)) };
    const bytes = parquetWriteBuffer({ columnData, codec: "GZIP", compressors });
    writeFileSync(path, Buffer.from(bytes));
    await expect(read(path)).rejects.toThrow(
      "rows.parquet cannot be read (a page is longer than its header says): write it again, with Snappy or no compression.",
    );
  });

  it.each<[string, () => string, string]>([
    [
      "bytes",
      () => fileOf([new Uint8Array([255])], { type: "BYTE_ARRAY" }),
      "the column a holds bytes",
    ],
    ["bytes in a list", () => listOf([["x"]], {}), "the column a holds bytes"],
    [
      "decimals that no number holds",
      () => fileOf([1], { type: "INT64", converted_type: "DECIMAL", scale: 0, precision: 18 }),
      "the column a holds decimals of 18 digits (at most 15 can be read)",
    ],
    [
      "an unknown compression",
      () =>
        fileOf(["x"], undefined, { codec: "LZ4_RAW", compressors: { LZ4_RAW: (input) => input } }),
      "the column a is compressed with LZ4_RAW, which cannot be read here",
    ],
  ])("refuses %s and names the column", async (_, path, sentence) => {
    await expect(read(path())).rejects.toThrow(`rows.parquet: ${sentence}`);
  });

  it("refuses a file without a column that is named, and says which there are", async () => {
    await expect(read(fileOf(["x"]), ["a", "b"])).rejects.toThrow(
      "rows.parquet: there is no column b; the columns are a.",
    );
  });

  it("refuses a file without rows, one that is cut off, and one that is not there", async () => {
    await expect(read(fileOf([], { type: "DOUBLE" }))).rejects.toThrow("is empty: it has no rows.");
    const torn = join(newFolder(), "torn.parquet");
    writeFileSync(torn, "PAR1 and no more");
    await expect(read(torn)).rejects.toThrow("rows.parquet is not a complete Parquet file: ");
    await expect(read("/none/such")).rejects.toThrow("rows.parquet is not there: give rows");
  });
});

/** A file whose column holds lists, of texts if not said otherwise. */
function listOf(
  data: readonly (readonly string[] | null)[],
  kind: Partial<SchemaElement> = { converted_type: "UTF8" },
): string {
  const path = join(newFolder(), "rows.parquet");
  const schema: SchemaElement[] = [
    { name: "root", num_children: 1 },
    { name: "a", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", type: "BYTE_ARRAY", ...kind },
  ];
  const bytes = parquetWriteBuffer({ columnData: [{ name: "a", data: [...data] }], schema });
  writeFileSync(path, Buffer.from(bytes));
  return path;
}
