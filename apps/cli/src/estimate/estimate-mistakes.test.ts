import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const ROWS = "cue,response,n\ncat,dog,3\nsun,moon,2\nsea,blue,4\nsky,blue,1\nmilk,white,5\n";

interface Case {
  /** What is wrong, for the title. */
  readonly wrong: string;
  /** The file of rows; good ones if not given. */
  readonly rows?: string | Uint8Array;
  readonly name?: string;
  /** A file of labels. */
  readonly labels?: string;
  /** What stands on the command line behind the file; FOLDER is the folder of the files. */
  readonly args?: readonly string[];
  readonly status: 1 | 2;
  readonly says: RegExp;
}

const usual = ["--task", "words", "--y", "response"];

/** Rows that are wrong: exit code 1, with file, line and column. */
const files: readonly Case[] = [
  { wrong: "no such file", name: "../none.csv", status: 1, says: /none\.csv is not there: give a file/ },
  { wrong: "an empty file", rows: "", status: 1, says: /rows\.csv is empty: give it a header line and rows/ },
  { wrong: "a header without rows", rows: "cue,response\n", status: 1, says: /has a header and no rows/ },
  {
    wrong: "a missing column",
    rows: "cue,answer\ncat,dog\n",
    status: 1,
    says: /line 1: there is no column response; there are cue, answer\./,
  },
  {
    wrong: "blanks around the names of columns",
    rows: "cue, response , n\ncat,dog,1\n",
    status: 1,
    says: /line 1: there is no column response; the header has " response ", with blanks around it, so take them out/,
  },
  {
    wrong: "a column that comes twice",
    rows: "cue,response,response\na,b,c\n",
    status: 1,
    says: /line 1: 2 columns are named response; rename/,
  },
  {
    wrong: "another delimiter",
    rows: ROWS.replaceAll(",", ";"),
    status: 1,
    says: /no column cue; its fields seem to be separated by ";", so say --delimiter ";"/,
  },
  { wrong: "tabs in a .csv", rows: ROWS.replaceAll(",", "\t"), status: 1, says: /separated by "\\t"/ },
  { wrong: "a ragged row", rows: `${ROWS}a,b\n`, status: 1, says: /line 7: has 2 fields where the header has 3/ },
  {
    wrong: "a ragged row behind quoted line ends",
    rows: 'cue,response,n\n"a\nb\nc",d,1\n\nx,y\n',
    status: 1,
    says: /line 6: has 2 fields/,
  },
  {
    wrong: "a quotation mark that does not end",
    rows: `${ROWS}"a,b,1\nc,d,2\n`,
    status: 1,
    says: /line 7: a quotation mark is not closed/,
  },
  {
    wrong: "UTF-16 without its mark",
    rows: Buffer.from(ROWS, "utf16le"),
    status: 1,
    says: /is not UTF-8 text \(it has a zero byte/,
  },
  {
    wrong: "bytes that are not UTF-8",
    rows: Buffer.from(`${ROWS}caf\u00e9,b,1\n`, "latin1"),
    status: 1,
    says: /is not UTF-8 text \(some byte after the first 0\): save it as UTF-8/,
  },
  { wrong: "an empty field", rows: `${ROWS},b,1\n`, status: 1, says: /line 7: cue is empty; give every row a text/ },
  {
    wrong: "a count that is no number",
    rows: `${ROWS}a,b,many\n`,
    args: [...usual, "--count", "n"],
    status: 1,
    says: /line 7: n is "many"; give a number from 0/,
  },
  {
    wrong: "a negative count",
    rows: `${ROWS}a,b,-1\n`,
    args: [...usual, "--count", "n"],
    status: 1,
    says: /line 7: n is "-1"; give a number from 0/,
  },
  {
    wrong: "NaN as a count",
    rows: `${ROWS}a,b,NaN\n`,
    args: [...usual, "--count", "n"],
    status: 1,
    says: /line 7: n is "NaN"/,
  },
  {
    wrong: "counts that are all zero",
    rows: ROWS.replaceAll(/\d/g, "0"),
    args: [...usual, "--count", "n"],
    status: 1,
    says: /every n is 0; give counts/,
  },
  {
    wrong: "a pair counted twice",
    rows: `${ROWS}cat,dog,1\n`,
    args: [...usual, "--count", "n"],
    status: 1,
    says: /line 7: the same x and y were counted on an earlier line/,
  },
  {
    wrong: "a label that is not listed",
    labels: "dog\nmoon\nblue\n",
    args: [...usual, "--labels", "FOLDER/labels.txt"],
    status: 1,
    says: /line 6: response is "white", which is none of the 3 labels of .*labels\.txt/,
  },
  {
    wrong: "a label listed twice",
    labels: "dog\nmoon\ndog\n",
    args: [...usual, "--labels", "FOLDER/labels.txt"],
    status: 1,
    says: /line 3: the label "dog" is that of line 1/,
  },
  {
    wrong: "no file of labels",
    args: [...usual, "--labels", "FOLDER/labels.txt"],
    status: 1,
    says: /labels\.txt cannot be read \(ENOENT\)/,
  },
  {
    wrong: "a line that is no JSON",
    rows: '{"cue":"a","response":"b"}\n{oh\n',
    name: "rows.jsonl",
    status: 1,
    says: /line 2: is not JSON; give one object a line/,
  },
  {
    wrong: "JSON that is no object",
    rows: "[1]\n",
    name: "rows.jsonl",
    status: 1,
    says: /line 1: is JSON but no object/,
  },
  {
    wrong: "a JSON line without a field",
    rows: '{"cue":"a"}\n',
    name: "rows.jsonl",
    status: 1,
    says: /line 1: response is missing/,
  },
  {
    wrong: "JSON with an object for a label",
    rows: '{"cue":"a","response":{"b":1}}\n',
    name: "rows.jsonl",
    status: 1,
    says: /line 1: response is no text but \{"b":1\}/,
  },
];

/** Options that are wrong: exit code 2, naming the option. */
const usage: readonly Case[] = [
  { wrong: "no task", args: ["--y", "response"], status: 2, says: /required option '--task <name>' not specified/ },
  {
    wrong: "an unknown task",
    args: ["--task", "toString", "--y", "response"],
    status: 2,
    says: /--task: there is no task toString; name one of words, /,
  },
  {
    wrong: "a label that the task's prompts cannot list",
    rows: `${ROWS}a,"x, y",1\n`,
    args: usual,
    status: 2,
    says: /--task: the label "x, y" holds what parts the labels of a list in the prompts of words; say --structured/,
  },
  {
    wrong: "no column for the label",
    args: ["--task", "words"],
    status: 2,
    says: /--y: say which column holds the label/,
  },
  {
    wrong: "a field that the task has not",
    args: [...usual, "--x", "premise=cue,cue"],
    status: 2,
    says: /--x: the task words has no field premise but cue/,
  },
  {
    wrong: "a format that cannot be told",
    name: "rows.xlsx",
    status: 2,
    says: /--format: the name .*rows\.xlsx does not tell a format; say one of csv, tsv, jsonl/,
  },
  {
    wrong: "an unknown format",
    args: [...usual, "--format", "xml"],
    status: 2,
    says: /--format: there is no xml here; say one of csv, tsv, jsonl/,
  },
  {
    wrong: "an unknown format for results",
    args: [...usual, "--out-format", "xml"],
    status: 2,
    says: /--out-format: there is no xml here; say one of csv, tsv, jsonl, parquet/,
  },
  {
    wrong: "K of 1",
    args: [...usual, "--k", "1"],
    status: 2,
    says: /--k: give a whole number from 2 to 1000000, not "1"/,
  },
  {
    wrong: "a K that is not whole",
    args: [...usual, "--k", "1.5"],
    status: 2,
    says: /--k: give a whole number from 2 to 1000000, not "1.5"/,
  },
  {
    wrong: "K above the labels",
    args: [...usual, "--k", "9"],
    status: 2,
    says: /--k: 9 is more than the 4 labels there are/,
  },
  {
    wrong: "one label in all",
    rows: "cue,response\na,b\nc,b\n",
    status: 2,
    says: /--y: the rows have one label in all/,
  },
  {
    wrong: "an unknown method",
    args: [...usual, "--method", "best"],
    status: 2,
    says: /--method: there is no method "best": name one of direct-pmi, /,
  },
  {
    wrong: "base rates from people without counts",
    args: [...usual, "--method", "promptnce:empirical"],
    status: 2,
    says: /--method: promptnce:empirical needs base rates from people; give their counts with --count/,
  },
  {
    wrong: "a ranking of the pairs alone",
    args: [...usual, "--top", "2", "--mode", "pairs"],
    status: 2,
    says: /--top: ranks all labels, so that --mode pairs does not go with it/,
  },
  {
    wrong: "a ranking by masses within sets",
    args: [...usual, "--top", "2", "--k", "2", "--method", "infonce"],
    status: 2,
    says: /--method: infonce shares all mass out within a candidate set/,
  },
  {
    wrong: "too few rows to show",
    rows: "cue,response\na,b\nc,d\n",
    status: 2,
    says: /a grounded base rate shows 4 pairs with distinct inputs, and the rows have 2/,
  },
  {
    wrong: "an unknown provider",
    args: [...usual, "--provider", "nobody", "--model", "m"],
    status: 2,
    says: /--provider: give one of simulated, anthropic, openai, llama, not "nobody"/,
  },
  {
    wrong: "a model that nobody is said to serve",
    args: [...usual, "--model", "m"],
    status: 2,
    says: /--model: who serves m\? Say --provider anthropic or openai/,
  },
  {
    wrong: "a provider without a model",
    args: [...usual, "--provider", "openai"],
    status: 2,
    says: /--model: --provider openai needs the name of a model/,
  },
  {
    wrong: "a budget for nobody",
    args: [...usual, "--budget", "1"],
    status: 2,
    says: /--budget: the simulated respondent takes none/,
  },
  {
    wrong: "a variable for the key that is not set",
    args: [
      ...usual,
      "--provider",
      "openai",
      "--model",
      "m",
      "--base-url",
      "http://127.0.0.1:9/v1",
      "--key-env",
      "NO_SUCH_KEY",
      "--yes",
    ],
    status: 2,
    says: /--key-env: the environment variable NO_SUCH_KEY is not set/,
  },
  {
    wrong: "an address that is none",
    args: [...usual, "--model", "openai:m", "--base-url", "localhost:8000/v1"],
    status: 2,
    says: /--base-url: give the address of a server, beginning with http:/,
  },
  {
    wrong: "a time beyond what a timer takes",
    args: [...usual, "--model", "openai:m", "--timeout", "3000000"],
    status: 2,
    says: /--timeout: give a number above 0, and at most 2147483, not "3000000"/,
  },
  {
    wrong: "results over the rows",
    args: [...usual, "--out", "FOLDER/rows.csv"],
    status: 2,
    says: /--out: .*rows\.csv is the file the rows come from/,
  },
  {
    wrong: "results over the task",
    args: ["--task", "FOLDER/t.yaml", "--y", "response", "--out", "FOLDER/t.yaml", "--out-format", "csv"],
    status: 2,
    says: /--out: .*t\.yaml is the file of the task; name another/,
  },
  {
    wrong: "a page over the task",
    args: ["--task", "FOLDER/t.yaml", "--y", "response", "--report", "FOLDER/t.yaml"],
    status: 2,
    says: /--report: .*t\.yaml is the file of the task/,
  },
  {
    wrong: "results over the labels",
    labels: "dog\nmoon\nblue\nwhite\n",
    args: [...usual, "--labels", "FOLDER/labels.txt", "--out", "FOLDER/labels.txt", "--out-format", "csv"],
    status: 2,
    says: /--out: .*labels\.txt is the file of the labels/,
  },
  {
    wrong: "a page over the labels",
    labels: "dog\nmoon\nblue\nwhite\n",
    args: [...usual, "--labels", "FOLDER/labels.txt", "--report", "FOLDER/labels.txt"],
    status: 2,
    says: /--report: .*labels\.txt is the file of the labels/,
  },
  {
    wrong: "replies in the rows",
    args: [...usual, "--store", "FOLDER/rows.csv"],
    status: 2,
    says: /--store: .*rows\.csv is the file the rows come from/,
  },
  {
    wrong: "replies in the results",
    args: [...usual, "--out", "FOLDER/o/s.csv", "--store", "FOLDER/o/s.csv"],
    status: 2,
    says: /--store: .*s\.csv is where the results go/,
  },
  {
    wrong: "two models",
    args: [...usual, "--model", "openai:a,openai:b"],
    status: 2,
    says: /--model: one run asks one model/,
  },
];

/** A world that is in the way: exit code 1. */
const world: readonly Case[] = [
  {
    wrong: "a file in the place of a folder for results",
    args: [...usual, "--out", "FOLDER/rows.csv/r.csv"],
    status: 1,
    says: /rows\.csv\/r\.csv cannot be written to \(ENOTDIR\): allow writing there/,
  },
  {
    wrong: "no place for the store",
    args: [...usual, "--store", "FOLDER/rows.csv/replies.jsonl"],
    status: 1,
    says: /The journal .*replies\.jsonl cannot be opened for writing/,
  },
  {
    wrong: "a store that is no journal",
    labels: "dog\nmoon\n",
    args: [...usual, "--store", "FOLDER/labels.txt"],
    status: 1,
    says: /labels\.txt is no journal of replies, as none of its lines is a record \(the first is not JSON\): give the journal of a run/,
  },
  {
    wrong: "a full disk",
    args: [...usual, "--out", "/dev/full", "--out-format", "csv"],
    status: 1,
    says: /\/dev\/full cannot be written to \(ENOSPC\): free some space/,
  },
  { wrong: "no key", args: [...usual, "--model", "anthropic:m", "--yes"], status: 1, says: /ANTHROPIC_API_KEY/ },
];

describe("promptnce estimate", () => {
  it.each([...files, ...usage, ...world])(
    "says in one sentence that there is $wrong, and ends with $status",
    async ({ rows = ROWS, name = "rows.csv", labels, args = usual, status, says }) => {
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
      expect(finished.status).toBe(status);
    },
  );

  it.skipIf(process.getuid?.() === 0)("says which file it has no permission to write", async () => {
    const folder = newFolder();
    const file = join(folder, "rows.csv");
    writeFileSync(file, ROWS);
    const out = join(folder, "r.csv");
    writeFileSync(out, "");
    chmodSync(out, 0o400);
    const store = join(folder, "replies.jsonl");
    const finished = await promptnce(["estimate", file, ...usual, "--store", store, "--out", out]);
    expect(finished).toMatchObject({ status: 1, stdout: "" });
    expect(finished.stderr).toMatch(/r\.csv cannot be written to \(EACCES\)/);
  });
});
