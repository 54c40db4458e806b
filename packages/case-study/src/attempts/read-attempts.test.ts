import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ClassDataError } from "./errors.ts";
import { folderOf } from "./files.test.support.ts";
import { readAttempts } from "./read-attempts.ts";

async function read(name: string, content: string | Uint8Array): Promise<string[][]> {
  const { rows } = await readAttempts(join(folderOf({ [name]: content }), name));
  return rows.map(({ student, task, code }) => [student, task, code]);
}

async function said(name: string, content: string | Uint8Array): Promise<string> {
  return readAttempts(join(folderOf({ [name]: content }), name)).then(
    () => "nothing",
    (error: unknown) => (error instanceof ClassDataError ? error.message : String(error)),
  );
}

const plain = `student,task,code\nada,t,"a = 1\nb = 2"\nbea,t,x\n`;
const expected = [
  ["ada", "t", "a = 1\nb = 2"],
  ["bea", "t", "x"],
];

test.each([
  ["attempts.csv", plain],
  ["attempts.csv.gz", gzipSync(plain)],
  ["attempts.csv", `\uFEFF${plain}`],
  ["attempts.csv", plain.replaceAll(",", ";")],
  ["attempts.tsv", plain.replaceAll(",", "\t")],
  ["attempts.csv", plain.replace("\nbea", "\n\nbea")],
  [
    "attempts.jsonl",
    '{"student":"ada","assignment":"t","code":"a = 1\\nb = 2"}\n\n{"student":"bea","task":"t","code":"x"}\r\n',
  ],
])("the same attempts are read from %s however it is written", async (name, content) => {
  expect(await read(name, content)).toEqual(expected);
});

test("a folder that is no ProgSnap2 set is told from one, with the file in it that could be meant", async () => {
  const said = (files: Record<string, string>) =>
    readAttempts(folderOf(files)).catch((error: unknown) => String(error));
  expect(await said({ LICENSE: "x", "attempts.jsonl": "{}" })).toMatch(
    /is a folder without MainTable\.csv, so no ProgSnap2 set: give the file of attempts, as .+\/attempts\.jsonl\.$/,
  );
  expect(await said({ LICENSE: "x" })).toMatch(/no ProgSnap2 set: check the path\.$/);
});

test("lines that end as on Windows are lines, and a code's own line ends stay", async () => {
  expect(await read("a.csv", plain.replaceAll("\n", "\r\n"))).toEqual([
    ["ada", "t", "a = 1\r\nb = 2"],
    ["bea", "t", "x"],
  ]);
});

test("attempts are sorted within their task by number, tasks as they first occur", async () => {
  const rows = [
    ["ada", "loops", "10"],
    ["ada", "lists", "1"],
    ["bea", "loops", "2"],
    ["ada", "loops", "9"],
    ["bea", "loops", "1"],
  ].map(([student, task, attempt]) => JSON.stringify({ student, task, attempt, code: attempt }));
  expect((await read("a.jsonl", rows.join("\n"))).map((row) => row.join(" "))).toEqual([
    "ada loops 9",
    "ada loops 10",
    "ada lists 1",
    "bea loops 1",
    "bea loops 2",
  ]);
});

test("an order goes across tasks, times included", async () => {
  const rows =
    "student,task,order,code\na,x,2024-01-03T00:00:00Z,3\na,y,2024-01-02T00:00:00Z,2\na,x,2024-01-01T00:00:00Z,1\n";
  expect((await read("a.csv", rows)).map(([, , code]) => code)).toEqual(["1", "2", "3"]);
});

test.each([
  ["a.csv", "", 'a.csv, line 1: there is no column "student"; the file is empty.'],
  [
    "a.csv",
    "student,code\n",
    'a.csv, line 1: there is no column "task"; the columns are "student", "code".',
  ],
  [
    "a.csv",
    "student|task|code\n",
    'a.csv, line 1: there is no column "student"; the columns are "student|task|code".',
  ],
  ["a.csv", "student,task,code,task\n", 'a.csv, line 1: the column "task" is there twice.'],
  [
    "a.csv",
    'student,task,code\na,t,"x\n\ny"\nb,t\n',
    "a.csv, line 5 has 2 fields, but the first line names 3 columns.",
  ],
  ["a.csv", 'student,task,code\na,t,x\nb,t,"x\n', "a.csv, line 3: quoted field unterminated."],
  ["a.csv", "student,task,code\n ,t,x\n", "a.csv, line 2: the student is blank."],
  ["a.csv", Buffer.from("\uFEFFstudent", "utf16le"), "a.csv is UTF-16: save it as UTF-8."],
  ["a.csv", Uint8Array.of(0x61, 0xe9, 0x0a), "a.csv is not UTF-8: save it as UTF-8."],
  ["a.csv.gz", "student", "a.csv.gz is not a complete gzip file, although its name ends in .gz."],
  ["a.jsonl", "{}\n", 'a.jsonl, line 1 has no "student"; its fields are .'],
  ["a.jsonl", "\n[1]\n", "a.jsonl, line 2 is not a JSON object; write one per line."],
  [
    "a.jsonl",
    `{"student":"a","task":"t","code":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "a.jsonl, line 1 is nested more than 500 levels deep: an attempt is an object of texts and numbers.",
  ],
  ["a.jsonl", '{"student": 1,\n', "a.jsonl, line 1 is not JSON: one object a line is expected."],
  [
    "a.jsonl",
    '{"student":"a","task":"t","code":["x"]}',
    'a.jsonl, line 1: "code" is not text but ["x"].',
  ],
  [
    "a.txt",
    "x",
    "a.txt is of no known kind: a file ends in .csv, .tsv, .jsonl or .ndjson (.gz or not), and a ProgSnap2 set is a folder.",
  ],
])("%s of %j is refused in one sentence with its place", async (name, content, sentence) => {
  expect(await said(name, content)).toBe(sentence);
});

test("a file that is not there, and events of one that has none, are refused", async () => {
  const folder = folderOf({ "a.csv": plain });
  await expect(readAttempts(join(folder, "b.csv"))).rejects.toThrow(
    "b.csv cannot be read (ENOENT): check the path.",
  );
  await expect(readAttempts(join(folder, "a.csv"), ["Submit"])).rejects.toThrow(
    "a.csv is a file: only a ProgSnap2 folder has events.",
  );
});

test("what was read is named without its folder, with its checksum as stored", async () => {
  const { sources } = await readAttempts(join(folderOf({ "a.csv": plain }), "a.csv"));
  expect(sources).toEqual([
    { file: "a.csv", bytes: plain.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

test("where a line has both, its assignment is the task", async () => {
  const line = '{"student":"ada","assignment":"loops","task":"7","code":"x"}\n';
  const { rows } = await readAttempts(join(folderOf({ "a.jsonl": line }), "a.jsonl"));
  expect(rows.map(({ task }) => task)).toEqual(["loops"]);
});
