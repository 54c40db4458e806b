import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { PAIRS, read } from "./pairs.test.support.ts";

/** A folder with a file, and what the command says and writes there. */
async function run(name: string, text: string | Uint8Array, command: (file: string) => string[]) {
  const cwd = newFolder();
  writeFileSync(join(cwd, name), text);
  const { status, stdout, stderr } = await promptnce(command(name), { cwd });
  return { status, stderr, rows: status === 0 ? read(stdout) : [], cwd };
}

const words = (file: string, ...more: readonly string[]): string[] =>
  ["estimate", file, "--task", "words", "--y", "response"].concat(more, "--out", "-");

const QUESTION = "In a row of two seats, who gets the arm rest?";

describe("a column whose name has a comma", () => {
  const lines = (header: string): string => PAIRS.replace("cue,response,n", header);

  it("is named by --x and --y as it stands, with another beside it", async () => {
    const header = `"In general, how?","${QUESTION}",n`;
    const how = ["--x", "cue=In general, how?"];
    const { stderr, rows } = await run("r.csv", lines(header), (file) => [
      ...words(file, ...how),
      "--y",
      QUESTION,
    ]);
    expect([stderr, rows.length]).toEqual([expect.stringContaining("10 pairs"), 10]);
    expect(rows[0]).toMatchObject({ x_columns: "In general, how?", [QUESTION]: "dog" });
  });

  it("is named by start's options, and by the study that start writes", async () => {
    const header = `"In general, how?","${QUESTION}",n`;
    const { status, stderr } = await run("r.csv", lines(header), (file) =>
      ["start", file, "--x", "In general, how?", "--y", QUESTION, "--count", "n"].concat("--yes"),
    );
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining(`x is In general, how?, y is ${QUESTION}, n counts people.`),
    ]);
  });
});

describe("text in another encoding than UTF-8", () => {
  const windows = Buffer.from(PAIRS.replace("dog", "caf\xe9"), "latin1");

  it("is refused by line and byte with the option that then reads it", async () => {
    const { status, stderr } = await run("r.csv", windows, (file) => words(file));
    expect([status, stderr]).toEqual([
      1,
      'error: r.csv, line 2: byte 8 (0xe9) is not UTF-8; with --encoding windows-1252, as Excel writes, it reads "cat,café,30": say so if that is right, name another encoding, or save the file as UTF-8.\n',
    ]);
    const { rows } = await run("r.csv", windows, (file) =>
      words(file, "--encoding", "windows-1252"),
    );
    expect(rows[0]).toMatchObject({ cue: "cat", y: "café" });
  });
});

describe("cells of JSON in a table of text", () => {
  it("are read by the path of what is in them", async () => {
    const cell = (value: string): string =>
      JSON.stringify([{ task: "T0", task_label: "Which word?", value }]).replaceAll('"', '""');
    const lines = PAIRS.trim()
      .split("\n")
      .map((line, i) => (i === 0 ? line : line.replace(/,(\w+),/, (_, y) => `,"${cell(y)}",`)));
    const text = `${lines.join("\n").replace("response", "said")}\n`;
    const command = (file: string, y: string): string[] =>
      [
        "estimate",
        file,
        "--task",
        "words",
        "--x",
        "cue",
        "--y",
        y,
        "--several",
        "--count",
        "n",
      ].concat("--out", "-");
    const { stderr, rows } = await run("r.csv", text, (file) => command(file, "said.value"));
    expect(rows.map(({ y }) => y).slice(0, 1), stderr).toEqual(["dog"]);
    expect(rows).toHaveLength(10);
    const refused = await run("r.csv", text, (file) => command(file, "said"));
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("name what is in it: said.task, said.task_label, said.value."),
    ]);
  });
});

describe("a JSON document", () => {
  const rows = PAIRS.trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","))
    .map(([cue, response, n]) => ({ cue, response, n: Number(n) }));

  it("is read as CSV of the same rows is, also from a list within it", async () => {
    const { stderr } = await run("r.csv", PAIRS, (file) => words(file, "--count", "n"));
    const json = JSON.stringify({ version: 1, data: rows });
    const read = await run("r.json", json, (file) => words(file, "--count", "n"));
    expect(read.stderr.replaceAll("r.json", "r.csv")).toBe(stderr);
    expect(read.rows[0]).toMatchObject({ cue: "cat", response: "dog", n: "30", count: "30" });
  });

  it("of an annotation tool counts each person's labels by their path", async () => {
    const task = (text: string, ...people: readonly (readonly string[])[]) => ({
      data: { text },
      annotations: people.map((choices) => ({ result: [{ value: { choices } }] })),
    });
    const tasks = [
      task("the lift", ["calm"], ["busy"], ["calm"]),
      task("a child", ["busy"], ["busy", "calm"]),
    ];
    const { status, stderr } = await run("t.json", JSON.stringify(tasks), (file) =>
      ["start", file, "--x", "data.text", "--y", "annotations.result.value.choices"].concat([
        "--several",
        "--yes",
      ]),
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining("calm 66.7 %, busy 33.3 % of 3")]);
  });
});

it("a nested column that nobody names is passed over by start", async () => {
  const lines = ["calm", "busy", "calm", "busy"].map((mood, i) =>
    JSON.stringify({ text: `A message of some length, number ${i % 2}`, meta: { page: i }, mood }),
  );
  const { status, stderr } = await run("r.jsonl", lines.join("\n"), (file) =>
    ["start", file, "--y", "mood", "--yes"].concat("--x", "text"),
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining("x is text, y is mood")]);
});

describe("lines that are no rows", () => {
  const titled = `Free associations 2024\n\n${PAIRS}`;

  it("above the header are refused with the option that then skips them", async () => {
    const refused = await run("r.csv", titled, (file) => words(file));
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        "the header seems to be line 3 (cue, response, n), so say --skip 2.\n",
      ),
    ]);
    const { rows } = await run("r.csv", titled, (file) => words(file, "--skip", "2"));
    expect(rows).toHaveLength(10);
    const started = await run("r.csv", titled, (file) => ["start", file, "--yes"]);
    expect([started.status, started.stderr]).toEqual([
      1,
      "error: r.csv: the header seems to be line 3 (cue, response, n), so say --skip 2.\n",
    ]);
  });

  it("belong to the header, or are all there is", async () => {
    const [names, ...data] = PAIRS.split("\n");
    const two = [names, ",Response,Response", ...data].join("\n");
    const { rows } = await run("r.csv", two, (file) => words(file, "--header", "2"));
    expect(rows).toHaveLength(10);
    const columns = ["--x", "column 1", "--y", "column 2", "--count", "column 3"];
    const none = await run("r.csv", data.join("\n"), (file) =>
      ["start", file, "--header", "none", "--yes"].concat(columns),
    );
    expect([none.status, none.stderr]).toEqual([
      0,
      expect.stringContaining("x is column 1, y is column 2, column 3 counts people."),
    ]);
    const study = readFileSync(join(none.cwd, "r.study.yaml"), "utf8");
    expect(study).toContain("header: none\n");
  });
});

describe("missing values", () => {
  const rows = [
    "cue,response",
    ..."cat,dog cat,NA sun,moon sun,hot tree,#N/A tree,green sea,NULL sea,water".split(" "),
  ].join("\n");

  it("are no labels, and said with their number and the option", async () => {
    const { stderr, rows: found } = await run("r.csv", rows, (file) => words(file));
    expect(stderr).toContain(
      'Missing values: response is "NA" in 1 row, response is "#N/A" in 1 row, response is "NULL" in 1 row. Where such a text is a label, list it with --labels.\n',
    );
    expect(found.map(({ status }) => status)).toContain("skipped: response is missing (NA)");
  });

  it("are those that are named, too or only", async () => {
    const also = await run("r.csv", rows, (file) => words(file, "--missing", "moon"));
    expect(also.stderr).toContain('response is "NA" in 1 row, response is "moon" in 1 row,');
    const only = await run("r.csv", rows, (file) => words(file, "--missing", "only,moon"));
    expect(only.stderr).toContain('Missing values: response is "moon" in 1 row. Where');
  });

  it("are labels where these are listed", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, "r.csv"), rows.replace("#N/A", "NA").replace("NULL", "NA"));
    writeFileSync(join(cwd, "labels.txt"), "dog\nmoon\ngreen\nwater\nNA\n");
    const { stderr } = await promptnce(words("r.csv", "--labels", "labels.txt"), { cwd });
    expect(stderr).not.toContain("Missing values");
  });

  it("are taken by start, and stand in the study that it writes", async () => {
    const answers = ["I like it a lot", "I do not like it"].flatMap((text) =>
      ["yes", "no", "Don't know", "NA", "yes"].map((answer) => `${text},${answer}`),
    );
    const table = `text,answer\n${answers.join("\n")}\n`;
    const columns = ["--x", "text", "--y", "answer", "--yes"];
    const asked = await run("r.csv", table, (file) => ["start", file, ...columns]);
    expect([asked.status, asked.stderr]).toEqual([2, expect.stringContaining("--missing")]);
    const told = await run("r.csv", table, (file) => [
      "start",
      file,
      "--missing",
      "Don't know",
      ...columns,
    ]);
    expect([told.status, told.stderr]).toEqual([
      0,
      expect.stringContaining("yes 66.7 %, no 33.3 %"),
    ]);
    const study = readFileSync(join(told.cwd, "r.study.yaml"), "utf8");
    expect(study).toContain(`missing: ["Don't know"]\n`);
  });
});

describe("shares of votes", () => {
  const votes = [
    "the lift,calm,4/5",
    "a child,busy,3 of 5",
    "a child,calm,2 of 5",
    "rain,calm,80 %",
  ];
  const table = `text,majority,votes\n${votes.join("\n")}\n`;
  const columns = ["--x", "text", "--y", "majority", "--count", "votes", "--yes"];

  it("are counted of all who voted, the rest being known as other", async () => {
    const { status, stderr, cwd } = await run("r.csv", table, (file) => [
      "start",
      file,
      ...columns,
    ]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("calm 80.0 % of 5 people")]);
    const found = read(readFileSync(join(cwd, "r.pmi.csv"), "utf8"));
    const shares = found.map((row) => [row["text"], row["y"], Number(row["true_conditional"])]);
    expect(shares).toEqual([
      ["the lift", "calm", 0.8],
      ["a child", "busy", 0.6],
      ["a child", "calm", 0.4],
      ["rain", "calm", 0.8],
    ]);
  });

  it("are refused where more voted than there were", async () => {
    const { stderr } = await run("r.csv", table.replace("4/5", "6/5"), (file) =>
      words(file, "--x", "text", "--y", "majority", "--count", "votes").concat(
        "--methods",
        "promptnce:ungrounded",
      ),
    );
    expect(stderr).toContain('votes is "6/5", not a number of 0 or more');
  });
});
