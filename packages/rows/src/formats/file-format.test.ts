import { expect, it } from "vitest";
import { inputFormat, outputFormat } from "./file-format.ts";

it.each([
  ["a.csv", "csv"],
  ["b/A.CSV", "csv"],
  ["a.b.tsv", "tsv"],
  ["a.tab", "tsv"],
  ["a.jsonl", "jsonl"],
  ["a.ndjson", "jsonl"],
  ["a.parquet", "parquet"],
  ["-", "csv"],
])("the format of %s is %s, coming in and going out", (path, format) => {
  expect([inputFormat(path, undefined), outputFormat(path, undefined)]).toEqual([format, format]);
});

it("a format that is named counts, whatever the file is called", () => {
  expect(inputFormat("a.csv", "jsonl")).toBe("jsonl");
  expect(outputFormat("-", "parquet")).toBe("parquet");
});

it("a name that tells nothing, and a format that nobody knows, are refused", () => {
  expect(() => inputFormat("rows", undefined)).toThrow(
    "format: the name rows does not tell a format; say one of csv, tsv, jsonl, parquet",
  );
  expect(() => outputFormat("a.csv", "xlsx")).toThrow(
    "outFormat: there is no xlsx here; say one of csv, tsv, jsonl, parquet",
  );
});

it.each(["a.xlsx", "a.XLS", "b/a.ods", "a.numbers"])(
  "%s is told how it is saved as CSV",
  (path) => {
    expect(() => inputFormat(path, undefined)).toThrow(
      `${path} is a spreadsheet's own file: open it there, take File > Save As (or Download), choose CSV UTF-8, and give that file`,
    );
  },
);
