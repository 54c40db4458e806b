import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, vi } from "vitest";
import { readCounts } from "./read-counts.ts";

async function countsIn(content: string, name = "counts.csv"): Promise<unknown> {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return Object.fromEntries(await readCounts(path));
}

it("the counts of labels are read from CSV and from JSON lines, zeros among them", async () => {
  expect(await countsIn("label,count,note\njoy,12,\ntwo words,0,x\n")).toEqual({
    joy: 12,
    "two words": 0,
  });
  expect(
    await countsIn('{"label": "joy", "count": 3}\n{"label": "fear", "count": "1"}\n', "c.jsonl"),
  ).toEqual({
    joy: 3,
    fear: 1,
  });
});

it.each([
  [
    "label,count\njoy,1\njoy,2\n",
    'counts.csv, line 3: has a second count of "joy"; give each label once.',
  ],
  ["label,count\njoy,some\n", 'counts.csv, line 2: count is "some", not a number of 0 or more.'],
  ["label,count\njoy,-1\n", 'counts.csv, line 2: count is "-1", not a number of 0 or more.'],
  ["label,count\n,1\n", "counts.csv, line 2: label is empty."],
  ["label,count\njoy,0\n", "counts.csv has no count above 0: give at least one."],
  ["label,n\njoy,1\n", "counts.csv, line 1: there is no column count; the columns are label, n."],
])("counts in %j are refused in one sentence", async (content, sentence) => {
  await expect(countsIn(content)).rejects.toThrow(sentence);
});

it("of a pipe nothing is left behind", async () => {
  const [folder, temporary] = [newFolder(), newFolder()];
  vi.stubEnv("TMPDIR", temporary);
  const path = join(folder, "counts.csv");
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  const [counts] = await Promise.all([readCounts(path), writeFile(path, "label,count\njoy,2\n")]);
  vi.unstubAllEnvs();
  expect(counts.get("joy")).toBe(2);
  expect(readdirSync(temporary)).toEqual([]);
});
