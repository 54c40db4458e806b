import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

it.each([
  [
    "mesages.csv",
    "mesages.csv is not there: name a file of rows, as this folder has messages.csv and survey.xlsx.",
  ],
  ["answers", "answers is a folder: name a file of rows, as answers has a.csv."],
  ["empty", "empty is a folder: name a file of rows."],
  ["empty/a.pdf", "a.pdf is not there: name a file of rows."],
  ["none/a.csv", "none/a.csv is not there, since there is no folder none."],
  [
    "https://example.org/a.csv",
    "https://example.org/a.csv is an address, and start reads files: download it, and name that.",
  ],
])("of %s that is no file, start says what to name instead", async (path, says) => {
  const cwd = newFolder();
  for (const folder of ["answers", "empty"]) {
    mkdirSync(join(cwd, folder));
  }
  for (const file of ["messages.csv", "survey.xlsx", "notes.md", "answers/a.csv"]) {
    writeFileSync(join(cwd, file), "text,label\n");
  }
  const { status, stderr } = await promptnce(["start", path], { cwd });
  expect([status, stderr]).toEqual([1, `error: ${says}\n`]);
});

it.skipIf(process.platform === "win32")(
  "a path of Windows is to be written with slashes elsewhere",
  async () => {
    const { stderr } = await promptnce(["start", String.raw`C:\me\a.csv`], { cwd: newFolder() });
    expect(stderr).toBe(
      "error: C:\\me\\a.csv is not there: write / between folders on this machine, not \\.\n",
    );
  },
);
