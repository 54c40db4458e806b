import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** What a command says of a file. */
async function said(command: string): Promise<string> {
  const cwd = newFolder();
  for (const folder of ["answers", "empty"]) {
    mkdirSync(join(cwd, folder));
  }
  for (const file of ["messages.csv", "survey.xlsx", "notes.md", "answers/a.csv"]) {
    writeFileSync(join(cwd, file), "text,label\n");
  }
  writeFileSync(join(cwd, "page.csv"), "<!DOCTYPE html>\n<html><title>Sign in</title></html>\n");
  const { status, stderr } = await promptnce(command.split(" "), { cwd });
  return `${status} ${stderr}`;
}

/** Every command that reads a table, as it is given a path. */
const commands = [
  "start PATH",
  "estimate PATH --task words --x text --y label",
  "estimate --recorded PATH --x text --y label",
  "infer PATH --label text --prediction label",
  "score PATH --summaries messages.csv",
  "score messages.csv --summaries PATH",
  "summarise PATH",
  "compare PATH messages.csv",
  "report PATH --out report.html",
];

describe.each(commands)("%s", (command) => {
  it.each([
    [
      "mesages.csv",
      "mesages.csv is not there: give .*; this folder has messages.csv, page.csv and survey.xlsx",
    ],
    ["empty/a.csv", "empty/a.csv is not there: give [^;]*"],
    ["none/a.csv", "none/a.csv is not there, since there is no folder none: give .*"],
    [
      "https://example.org/a.csv",
      "https://example.org/a.csv is an address, not a file: download it, and give .*",
    ],
    ["page.csv", "page.csv is an HTML page, not a table: probably a page to sign in .*"],
  ])("says what is wrong with %s, and what to give instead", async (path, says) => {
    expect(await said(command.replace("PATH", path))).toMatch(
      new RegExp(`^1 error: ${says}\\.\n$`),
    );
  });
});
