import { expect, it } from "vitest";
import { foreignContent } from "./foreign-files.ts";

it.each([
  ["<!DOCTYPE html>\n<html>\n", "is an HTML page, not a table"],
  ["\n\n  <html lang=en><head>", "is an HTML page, not a table"],
  ["\u00EF\u00BB\u00BF<!doctype HTML PUBLIC>", "is an HTML page, not a table"],
  ["<!-- saved from url=(0014)about:internet -->\n<html>", "is an HTML page, not a table"],
  ['<table border="1"><tr><td>text</td></tr></table>', "is an HTML page, not a table"],
  ['<head><meta http-equiv="refresh" content="0; url=/login"></head>', "is an HTML page"],
  ["From: <Saved by Blink>\nSnapshot-Content-Location: ", "is a web page that a browser saved"],
  ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "is XML, not a table"],
  ["<Error><Code>NoSuchKey</Code></Error>", "is XML, not a table"],
  [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
    "is a spreadsheet's own file",
  ],
  ["<stata_dta><header><release>117", "is a file of Stata"],
  ["404: Not Found", "is not a table but what a server said"],
  ["version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"],
  ["#FORMAT=WebAnno TSV 3.3\n\n#Text=It rains\n", "holds annotations of parts of a text"],
  ["%PDF-1.7\n%\u00E2\u00E3", "is a document: copy its table"],
  ["{\\rtf1\\ansi text,label", "is a document: copy its table"],
  ["\u00D0\u00CF\u0011\u00E0\u00A1", "is a spreadsheet's own file"],
  ["$FL2@(#) SPSS DATA FILE", "is a file of SPSS"],
  ["SQLite format 3\0", "is a database"],
  ["BZh91AY&SY", "is an archive"],
  ["7z\u00BC\u00AF\u0027\u001C", "is an archive"],
  ["\u00FD7zXZ\0", "is an archive"],
  ["\u0028\u00B5\u002F\u00FD", "is an archive"],
  ["Rar!\u001A\u0007", "is an archive"],
  ["\u0089PNG\r\n", "is a picture"],
])("%j is told what it is, whatever its name", (bytes, says) => {
  expect(foreignContent(Buffer.from(bytes, "latin1"))).toContain(says);
});

it.each([
  "text,label\n<html>,page\n",
  "<b>bold</b>,label\n",
  "not found,label\n",
  "# a note\ntext,label\n",
])("%j is left to the reader of tables", (text) => {
  expect(foreignContent(Buffer.from(text))).toBeUndefined();
});
