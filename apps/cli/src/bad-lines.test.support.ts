import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "./promptnce.test.support.ts";
import { classFiles } from "./score/class-files.test.support.ts";

/** An `estimate` of the rows that every folder of these tests has. */
export const estimate = "estimate rows.csv --task words --y response";

/** The command line, the exit code, and the beginning or a part of the one sentence. */
type BadLine = readonly [line: string, code: 1 | 2, sentence: string];

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
export function testBadLines(lines: readonly BadLine[]): void {
  it.each(lines)("%s: exits with %i and one sentence", refuses);
}

async function refuses(line: string, code: 1 | 2, sentence: string): Promise<void> {
  const cwd = /attempts|summaries/.test(line) ? dirname(classFiles().attempts) : newFolder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cwd, name), text);
  }
  for (const folder of ["class", "class.yaml"]) {
    mkdirSync(join(cwd, folder));
  }
  const words = (line.match(/"[^"]*"(?= |$)|\S+/g) ?? []).map((word) =>
    word.replace(/^"([^"]*)"$/, "$1"),
  );
  const env = { ANTHROPIC_API_KEY: "", NO_SUCH_KEY: "", PROMPTNCE_DATA: join(cwd, "class") };
  const { status, stdout, stderr } = await promptnce(words, { cwd, env });
  expect(stderr.split("\n").filter((one) => one.startsWith("error: "))).toEqual([
    expect.stringContaining(sentence),
  ]);
  expect(stderr).not.toMatch(/^\s+at |hunter2|should not have happened/m);
  // The sentence names an option by its flag, not by its name in a library.
  expect(stderr).not.toMatch(/`[a-z]\w*(\.\w+)?(: [^`]+)?`/);
  // Wrong usage writes nothing. Otherwise, the header of a table may have been written.
  expect({ status, stdout: code === 2 ? stdout : "" }).toEqual({ status: code, stdout: "" });
}
