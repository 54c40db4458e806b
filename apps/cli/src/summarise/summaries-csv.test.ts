import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSummaries } from "@promptnce/case-study";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { checkReplaceable, summariesCsv, type WrittenSummary } from "./summaries-csv.ts";

const written: WrittenSummary[] = [
  {
    student: "ada",
    kind: "m",
    summary: 'She "loops",\nthen prints.',
    window: 4,
    template: "s@1",
    model: "v:m",
  },
  { student: "bea, b", kind: "m", summary: "=1+1", window: 4, template: "s@1", model: "v:m" },
];

it("writes summaries that score reads back unchanged and in order", async () => {
  const file = join(newFolder(), "summaries.csv");
  writeFileSync(file, summariesCsv(written));
  const { rows } = await readSummaries(file);
  expect(rows.map(({ student, kind, summary }) => ({ student, kind, summary }))).toEqual(
    written.map(({ student, kind, summary }) => ({ student, kind, summary })),
  );
});

it("records the number of attempts, the wording and the model of each summary", () => {
  expect(summariesCsv(written.slice(1))).toBe(
    'student,kind,summary,window,template,model\n"bea, b",m,=1+1,4,s@1,v:m\n',
  );
});

it("writes only the header if there are no summaries", () => {
  expect(summariesCsv([])).toBe("student,kind,summary,window,template,model\n");
});

function holding(content: string): string {
  const path = join(newFolder(), "summaries.csv");
  writeFileSync(path, content);
  return path;
}

const summary = {
  student: "ada",
  kind: "m",
  summary: "s",
  window: 4,
  template: "s@1",
  model: "v:m",
};

it.each([
  ["what summarise wrote", summariesCsv([summary])],
  ["what it wrote of nobody", summariesCsv([])],
  ["what it wrote and a spreadsheet saved", summariesCsv([summary]).replaceAll("\n", "\r\n")],
  ["an empty file", ""],
])("replaces %s", (_, content) => {
  expect(() => checkReplaceable(holding(content))).not.toThrow();
});

it.each([
  ["summaries by hand", "student,kind,summary\nada,teacher,She loops.\n"],
  ["summaries with a column more", summariesCsv([summary]).replace("model\n", "model,note\n")],
  ["attempts", "student,task,code\nada,t,print()\n"],
  ["the header without its last column", "student,kind,summary,window,template,mode"],
])("refuses to replace %s", (_, content) => {
  const path = holding(content);
  expect(() => checkReplaceable(path)).toThrow(
    `--out: ${path} already exists and was not written by summarise, because its first line is not student,kind,summary,window,template,model; name another file, or add --force`,
  );
});

it("accepts a file that does not exist yet, and what is no regular file", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  for (const path of [join(folder, "none.csv"), join(folder, "d"), "/dev/null"]) {
    expect(() => checkReplaceable(path)).not.toThrow();
  }
});
