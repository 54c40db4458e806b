import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../attempts/files.test.support.ts";
import { readSummaries } from "./read-summaries.ts";

const read = (content: string) => readSummaries(join(folderOf({ "s.csv": content }), "s.csv"));

test("summaries are read with their kind, their place and, where it is there, their window", async () => {
  const { rows, source } = await read(
    'student,kind,summary,window\nada,expert,"Uses loops.\nWell.",4\nada,vendor/model,Fine., \n',
  );
  expect(rows).toEqual([
    {
      student: "ada",
      kind: "expert",
      summary: "Uses loops.\nWell.",
      window: 4,
      place: "s.csv, line 2",
    },
    { student: "ada", kind: "vendor/model", summary: "Fine.", place: "s.csv, line 4" },
  ]);
  expect(source.file).toBe("s.csv");
});

test.each([
  ["student,summary\n", 'there is no column "kind"'],
  ["student,kind,summary\na,, x\n", "s.csv, line 2: the kind is blank."],
  [
    "student,kind,summary,window\na,e,x,four\n",
    's.csv, line 2: the window is "four", not a whole number from 1.',
  ],
])("%j is refused", async (content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});
