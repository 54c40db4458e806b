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
    "format: the name rows does not say which format to use; say one of csv, tsv, jsonl, parquet, json, txt, xlsx",
  );
  expect(() => outputFormat("a.csv", "xlsx")).toThrow(
    "outFormat: there is no xlsx here; say one of csv, tsv, jsonl, parquet",
  );
});

it.each([
  ["a.csv.gz", "csv"],
  ["a.jsonl.GZ", "jsonl"],
  ["a.tsv.gz", "tsv"],
  ["a.txt", "txt"],
  ["a.dat", "txt"],
  ["a.json", "json"],
  ["a.pq", "parquet"],
  ["output.manifest", "jsonl"],
])("the format of %s, coming in, is %s", (path, format) => {
  expect(inputFormat(path, undefined)).toBe(format);
});

it.each([
  ["a.XLS", "is a spreadsheet's own file: open it there, take File > Save As (or Download)"],
  ["b/a.ods", "is a spreadsheet's own file"],
  ["a.numbers", "is a spreadsheet's own file"],
  ["a.ann", "holds annotations of parts of a text"],
  ["a.conll", "holds annotations of parts of a text"],
  ["cvat.xml", "is XML, not a table: export CSV or JSON from the program that wrote it"],
  ["survey.sav", "is a file of SPSS, which is not read here: write it as CSV with the labels"],
  ["survey.zsav", "is a file of SPSS"],
  ["wave2.dta", "is a file of Stata, which is not read here"],
  ["a.sas7bdat", "is a file of SAS"],
  ["a.rds", "is a file of R's own"],
  ["a.feather", "is a file of columns, of which only Parquet is read here: write it as Parquet"],
  ["a.sqlite", "is a database"],
  ["a.zip", "is an archive: unpack it"],
])("%s is told what it is, and what to do", (path, advice) => {
  expect(() => inputFormat(path, undefined)).toThrow(`${path} ${advice}`);
});
