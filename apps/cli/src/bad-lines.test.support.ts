import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testBadLines as testLines } from "@promptnce/testing/bad-lines";
import { newFolder, promptnce } from "./promptnce.test.support.ts";
import { classFiles } from "./score/class-files.test.support.ts";

/** An `estimate` of the rows that every folder of these tests has. */
export const estimate = "estimate rows.csv --task words --y response";

const files = {
  "rows.csv": "cue,response,n\ncat,dog,3\nsun,moon,2\nsea,blue,4\nsky,blue,1\nmilk,white,5\n",
  "rows.xlsx": "PK",
  "rows.xls": "PK",
  "rows.ods": "PK",
  "rows.numbers": "PK",
  "commas.csv": 'cue,response\ncat,dog\nsun,moon\nsea,"x, y"\nsky,blue\n',
  "one-label.csv": "cue,response\na,b\nc,b\n",
  "few.csv": "cue,response\na,b\nc,d\n",
  "counts.csv": "label,count\nnobody's,3\n",
  "labels.text": "dog\n",
  "labels.txt": "dog\nmoon\nblue\nwhite\n",
  "empty.jsonl": "",
};

/** Tests that each command line ends with its code and one sentence on standard error. */
export function testBadLines(lines: Parameters<typeof testLines>[0]): void {
  testLines(lines, async (words, code) => {
    const ofClass = words.some((word) => /attempts|summaries/.test(word));
    const cwd = ofClass ? dirname(classFiles().attempts) : newFolder();
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(cwd, name), text);
    }
    for (const folder of ["class", "class.yaml"]) {
      mkdirSync(join(cwd, folder));
    }
    const env = { ANTHROPIC_API_KEY: "", NO_SUCH_KEY: "", PROMPTNCE_DATA: join(cwd, "class") };
    const ended = await promptnce(words, { cwd, env });
    // Wrong usage writes nothing. Otherwise, the header of a table may have been written.
    return { ...ended, stdout: code === 2 ? ended.stdout : "" };
  });
}
