import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSummaries } from "@promptnce/case-study";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { summariesCsv, type WrittenSummary } from "./summaries-csv.ts";

const written: WrittenSummary[] = [
  { student: "ada", kind: "m", summary: 'She "loops",\nthen prints.', window: 4, template: "s@1", model: "v:m" },
  { student: "bea, b", kind: "m", summary: "=1+1", window: 4, template: "s@1", model: "v:m" },
];

it("what is written is read again by score, in its order and to the letter", async () => {
  const file = join(newFolder(), "summaries.csv");
  writeFileSync(file, summariesCsv(written));
  const { rows } = await readSummaries(file);
  expect(rows.map(({ student, kind, summary }) => ({ student, kind, summary }))).toEqual(
    written.map(({ student, kind, summary }) => ({ student, kind, summary })),
  );
});

it("each says from how many attempts, in which wording and by which model it was written", () => {
  expect(summariesCsv(written.slice(1))).toBe(
    'student,kind,summary,window,template,model\n"bea, b",m,=1+1,4,s@1,v:m\n',
  );
});

it("of no summary there is the header alone", () => {
  expect(summariesCsv([])).toBe("student,kind,summary,window,template,model\n");
});
