import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { workbookText } from "./workbook-text.ts";

/** Workbooks that `workbooks.py` beside them wrote. */
const WORKBOOKS = join(import.meta.dirname, "../../fixtures/workbooks");
const wanted = "a file of rows";

async function textOf(name: string, sheet?: string): Promise<string> {
  const path = join(WORKBOOKS, name);
  let text = "";
  for await (const piece of workbookText(path, { file: name, wanted, sheet })) {
    text += piece;
  }
  return text;
}

it("reads numbers, texts, dates, times, booleans and errors of openpyxl as CSV has them", async () => {
  expect(await textOf("openpyxl.xlsx", "Answers")).toBe(
    [
      "text,label,people,when,sure,odd",
      "The lift stopped,calm,3,2024-05-01 09:30:00,TRUE,",
      '"A child waved,\nand left",busy,4,2024-05-01,FALSE,',
      "",
      "The lift stopped,007,0.1,09:30:00,,",
      "",
    ].join("\n"),
  );
});

it("reads formulas of XlsxWriter as they were computed, and leaves empty columns out", async () => {
  expect(await textOf("xlsxwriter.xlsx")).toBe(
    [
      "Ratings of May,,,,",
      "",
      ",Raters,,,",
      "text,Anna,Ben,Cleo,sum",
      "A bell,1,2,2,5",
      "Rain,4,5,4,13",
      "Snow,3,3,1,7",
      "A child waved,0.3,,,",
      "",
    ].join("\n"),
  );
});

it("of several sheets with tables asks for one, and takes the one that is named", async () => {
  await expect(textOf("openpyxl.xlsx")).rejects.toThrow(
    'openpyxl.xlsx has several sheets with tables (Answers, Second wave): name one with `sheet: "Answers"`.',
  );
  expect(await textOf("openpyxl.xlsx", "Second wave")).toBe("text,label\nRain,calm\nRain,busy\n");
  await expect(textOf("openpyxl.xlsx", "May")).rejects.toThrow(
    "openpyxl.xlsx has no sheet May; its sheets are Answers, Notes, Second wave.",
  );
});

it.each([
  ["text of another kind", "text,label\na,b\n", "is not a complete Excel workbook"],
  ["an archive that was cut off", "PK\u0003\u0004", "is not a complete Excel workbook"],
  ["a page of the web", "<html><table><tr><td>text</td></tr></table></html>", "is an HTML page"],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "is a spreadsheet's own file"],
])("refuses %s", async (_, bytes, message) => {
  const path = join(newFolder(), "rows.xlsx");
  writeFileSync(path, bytes);
  await expect(workbookText(path, { file: "rows.xlsx", wanted }).next()).rejects.toThrow(message);
});

it("asks for rows where the file is not there", async () => {
  const path = join(newFolder(), "none.xlsx");
  await expect(workbookText(path, { file: path, wanted }).next()).rejects.toThrow(
    `${path} is not there: give a file of rows.`,
  );
});

it("says how the package that reads workbooks is installed where it is missing", async () => {
  const load = () => Promise.reject(Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }));
  await expect(workbookText("a.xlsx", { file: "a.xlsx", wanted }, load).next()).rejects.toThrow(
    "a.xlsx is an Excel workbook, which the package read-excel-file@9 reads: install it beside this one with npm install read-excel-file@9, or save the sheet as CSV UTF-8 and give that file.",
  );
});
