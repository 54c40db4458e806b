import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { checkFile, checkTextFile } from "./unreadable.ts";

/** A folder with a few files. */
function folderOfFiles(): string {
  const folder = newFolder();
  for (const name of ["answers", "empty"]) {
    mkdirSync(join(folder, name));
  }
  for (const name of ["b.csv.gz", "a.XLSX", "notes.md", "my.yaml"]) {
    writeFileSync(join(folder, "answers", name), "text,label\n");
  }
  return folder;
}

/** The error for a file in a folder F. */
function said(path: string, check = checkFile, folder = folderOfFiles()): string {
  try {
    check(path.replace(/^F\b/, folder), "a file of rows");
    return "";
  } catch (error) {
    return (error as Error).message.replaceAll(folder, "F");
  }
}

describe("what is said of a path that is no file", () => {
  it.each([
    ["F/empty/a.csv", "F/empty/a.csv is not there: give a file of rows."],
    [
      "F/answers/c.csv",
      "F/answers/c.csv is not there: give a file of rows; F/answers has a.XLSX and b.csv.gz.",
    ],
    [
      "F/answers/mine.yaml",
      "F/answers/mine.yaml is not there: give a file of rows; F/answers has my.yaml.",
    ],
    [
      "F/none/a.csv",
      "F/none/a.csv is not there, since there is no folder F/none: give a file of rows.",
    ],
    ["F/answers", "F/answers is a folder: give a file of rows; F/answers has a.XLSX and b.csv.gz."],
    ["F/empty", "F/empty is a folder: give a file of rows."],
    [
      "ftp://a/b.csv",
      "ftp://a/b.csv is an address, not a file: download it, and give a file of rows.",
    ],
    ["“F/rows.csv”", '“F/rows.csv” is not there: type straight quotes (") around it, or none.'],
    ["F/answers/my.yaml", ""],
    ["-", ""],
  ])("%s", (path, says) => {
    expect(said(path)).toBe(says);
  });

  it.skipIf(process.platform === "win32")("a path of Windows is to be written with slashes", () => {
    expect(said(String.raw`C:\me\a.csv`)).toBe(
      "C:\\me\\a.csv is not there: write / between folders on this machine, not \\.",
    );
  });

  it("names at most five files of the folder", () => {
    const many = newFolder();
    for (const number of Array(8).keys()) {
      writeFileSync(join(many, `${number}.csv`), "");
    }
    expect(said("F", checkFile, many)).toMatch(
      / has 0\.csv, 1\.csv, 2\.csv, 3\.csv, 4\.csv and 3 more\.$/,
    );
  });
});

it("refuses another program's file under the name of a table, and reads any text", () => {
  const folder = newFolder();
  const path = join(folder, "rows.csv");
  writeFileSync(path, "\n<html>");
  expect(said(path, checkTextFile, folder)).toMatch(/^F\/rows\.csv is an HTML page, not a table: /);
  writeFileSync(path, "text,label\n<html>,page\n");
  expect(said(path, checkTextFile, folder)).toBe("");
});
