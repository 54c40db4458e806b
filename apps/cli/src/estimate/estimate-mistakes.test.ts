import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const ROWS = "cue,response,n\ncat,dog,3\nsun,moon,2\nsea,blue,4\nsky,blue,1\nmilk,white,5\n";

interface Case {
  /** The mistake, for the title. */
  readonly wrong: string;
  /** The file of rows; valid rows by default. */
  readonly rows?: string | Uint8Array;
  readonly name?: string;
  /** A file of labels. */
  readonly labels?: string;
  /** The arguments after the file. FOLDER is the folder of the files. */
  readonly args?: readonly string[];
  readonly says: RegExp;
}

const usual = ["--task", "words", "--y", "response"];

/** Invalid rows: exit code 1, with file, line and column. */
const files: readonly Case[] = [
  { wrong: "no such file", name: "../none.csv", says: /none\.csv is not there: give a file/ },
  { wrong: "an empty file", rows: "", says: /rows\.csv is empty: give it a header line and rows/ },
  { wrong: "a header without rows", rows: "cue,response\n", says: /has a header but no rows/ },
  {
    wrong: "a missing column",
    rows: "cue,answer\ncat,dog\n",
    says: /line 1: there is no column response; the columns are cue, answer\./,
  },
  {
    wrong: "a column that comes twice",
    rows: "cue,response,response\na,b,c\n",
    says: /line 1: 2 columns are named response; rename/,
  },
  {
    wrong: "another delimiter",
    rows: ROWS.replaceAll(",", ";"),
    says: /no column cue; its fields seem to be separated by ";", so say --delimiter ";"/,
  },
  { wrong: "tabs in a .csv", rows: ROWS.replaceAll(",", "\t"), says: /separated by "\\t"/ },
  {
    wrong: "a ragged row",
    rows: `${ROWS}a,b\n`,
    says: /line 7: has 2 fields where the header has 3/,
  },
  {
    wrong: "a ragged row behind quoted line ends",
    rows: 'cue,response,n\n"a\nb\nc",d,1\n\nx,y\n',
    says: /line 6: has 2 fields/,
  },
  {
    wrong: "a quotation mark that does not end",
    rows: `${ROWS}"a,b,1\nc,d,2\n`,
    says: /line 7: a quotation mark is not closed/,
  },
  {
    wrong: "UTF-16 without its mark",
    rows: Buffer.from(ROWS, "utf16le"),
    says: /is not UTF-8 text \(its byte \d+ is zero/,
  },
  {
    wrong: "bytes that are not UTF-8",
    rows: Buffer.from(`${ROWS}caf\u00e9,b,1\n`, "latin1"),
    says: /line \d+: byte \d+ \(0x..\) is not UTF-8; with --encoding windows-1252/,
  },
  {
    wrong: "no row that can be used",
    rows: ROWS.replaceAll(/\d/g, "many"),
    args: [...usual, "--count", "n"],
    says: /rows\.csv, line 2: n is "many", not a number of 0 or more, and no other row can be used either; check the columns/,
  },
  {
    wrong: "counts that are all zero",
    rows: ROWS.replaceAll(/\d/g, "0"),
    args: [...usual, "--count", "n"],
    says: /every n is 0; give counts/,
  },
  {
    wrong: "a label listed twice",
    labels: "dog\nmoon\ndog\n",
    args: [...usual, "--labels", "FOLDER/labels.txt"],
    says: /line 3: the label "dog" is already on line 1/,
  },
  {
    wrong: "no file of labels",
    args: [...usual, "--labels", "FOLDER/labels.txt"],
    says: /labels\.txt is not there: give a file with one label a line\./,
  },
  {
    wrong: "a line that is no JSON",
    rows: '{"cue":"a","response":"b"}\n{oh\n',
    name: "rows.jsonl",
    says: /line 2: is not JSON; write one object per line/,
  },
  {
    wrong: "JSON that is no object",
    rows: "[1]\n",
    name: "rows.jsonl",
    says: /line 1: is JSON, but not an object/,
  },
  {
    wrong: "JSON with an object for a label",
    rows: '{"cue":"a","response":{"b":1}}\n',
    name: "rows.jsonl",
    says: /line 1: response is not text but \{"b":1\}/,
  },
];

describe("promptnce estimate", () => {
  it.each(files)(
    "reports in one sentence $wrong",
    async ({ rows = ROWS, name = "rows.csv", labels, args = usual, says }) => {
      const folder = newFolder();
      const file = join(folder, name);
      if (!name.startsWith("..")) writeFileSync(file, rows);
      if (labels !== undefined) writeFileSync(join(folder, "labels.txt"), labels);
      const store = args.includes("--store") ? [] : ["--store", join(folder, "replies.jsonl")];
      const finished = await promptnce(
        ["estimate", file, ...args.map((arg) => arg.replaceAll("FOLDER", folder)), ...store],
        { env: { ANTHROPIC_API_KEY: "", NO_SUCH_KEY: "" } },
      );
      const sentence = finished.stderr.split("\n").filter((line) => line.startsWith("error: "));
      expect(sentence).toEqual([expect.stringMatching(says)]);
      expect(finished.stderr).not.toMatch(/^\s+at /m);
      expect(finished.status).toBe(1);
    },
  );

  it.skipIf(process.getuid?.() === 0)(
    "names the file that it has no permission to write",
    async () => {
      const folder = newFolder();
      const file = join(folder, "rows.csv");
      writeFileSync(file, ROWS);
      const out = join(folder, "r.csv");
      writeFileSync(out, "");
      chmodSync(out, 0o400);
      const store = join(folder, "replies.jsonl");
      const finished = await promptnce([
        "estimate",
        file,
        ...usual,
        "--store",
        store,
        "--out",
        out,
      ]);
      expect(finished).toMatchObject({ status: 1, stdout: "" });
      expect(finished.stderr).toMatch(/r\.csv cannot be written to \(EACCES\)/);
    },
  );
});
