import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "./files.test.support.ts";
import { readAttempts } from "./read-attempts.ts";

const main = `EventID,SubjectID,AssignmentID,ProblemID,EventType,Order,CodeStateID
1,s1,A1,p1,Session.Start,1,
2,s1,A1,p1,Run.Program,4,c2
3,s1,A1,p1,File.Edit,3,c1
4,s1,A1,p1,Submit,2,c1
5,s2,A1,p1,Submit,5,c2
`;
const states = `CodeStateID,Code\nc1,x = 1\nc2,"if x:\n  y()"\n`;

async function codes(files: Record<string, string>, events?: string[]): Promise<string[]> {
  const { rows } = await readAttempts(folderOf(files), events);
  return rows.map(({ student, task, code }) => [student, task, code].join(" "));
}

test("submissions and runs are attempts, in order, with their code from the table", async () => {
  const read = await readAttempts(
    folderOf({ "MainTable.csv": main, "CodeStates/CodeStates.csv": states }),
  );
  expect(read.rows.map(({ student, task, code }) => [student, task, code])).toEqual([
    ["s1", "A1/p1", "x = 1"],
    ["s1", "A1/p1", "if x:\n  y()"],
    ["s2", "A1/p1", "if x:\n  y()"],
  ]);
  expect(read.notes).toEqual([
    expect.stringMatching(/MainTable\.csv: took 3 of 5 events \(Run\.Program, Submit\)\.$/),
  ]);
  expect(read.sources.map(({ file }) => file.replace(/^[^/]*/, ""))).toEqual([
    "/MainTable.csv",
    "/CodeStates/CodeStates.csv",
  ]);
});

test("events that are named are taken, those without code not", async () => {
  const files = { "MainTable.csv": main, "CodeStates/CodeStates.csv": states };
  expect(await codes(files, ["File.Edit", "Session.Start"])).toEqual(["s1 A1/p1 x = 1"]);
  await expect(codes(files, ["Compile"])).rejects.toThrow(
    /has no event of the type "Compile"; there are Session\.Start, Run\.Program, File\.Edit, Submit\.$/,
  );
});

test("code states may be folders, their files one after another by name", async () => {
  expect(
    await codes({
      "MainTable.csv": main,
      "CodeStates/c1/main.py": "x = 1",
      "CodeStates/c2/b.py": "second",
      "CodeStates/c2/a.py": "first",
    }),
  ).toEqual(["s1 A1/p1 x = 1", "s1 A1/p1 first\nsecond", "s2 A1/p1 first\nsecond"]);
});

test.each(["../secret", "..", ".git", "a/b", "a\\b"])(
  "a code state named %j is not looked for outside its folder",
  async (id) => {
    const files = {
      "MainTable.csv": `SubjectID,EventType,CodeStateID\ns1,Submit,${id}\n`,
      "CodeStates/c/a.py": "x",
      "secret/key.txt": "secret",
    };
    await expect(codes(files)).rejects.toThrow(
      `MainTable.csv, line 2: "${id}" is not the name of a folder`,
    );
  },
);

test("code in a column of the main table is read, and all events where none is a submission", async () => {
  const table = 'SubjectID,EventType,X-CodeState\ns1,File.Edit,"a\nb"\ns1,File.Open,c\n';
  const { rows, notes } = await readAttempts(folderOf({ "MainTable.csv": table }));
  expect(rows.map(({ task, code, place }) => [task, code, place.replace(/^[^/]*\//, "")])).toEqual([
    ["all", "a\nb", "MainTable.csv, line 2"],
    ["all", "c", "MainTable.csv, line 4"],
  ]);
  expect(notes).toEqual([]);
});

test("what is missing is named with its line", async () => {
  await expect(codes({})).rejects.toThrow(/is a folder without MainTable\.csv/);
  await expect(codes({ "MainTable.csv": "SubjectID,EventType\na,b\n" })).rejects.toThrow(
    'line 1: there is no column "CodeStateID" or "X-CodeState".',
  );
  await expect(codes({ "MainTable.csv": main })).rejects.toThrow(
    "has a column CodeStateID but neither",
  );
  await expect(
    codes({ "MainTable.csv": main, "CodeStates/CodeStates.csv": "CodeStateID,Code\nc1,x\n" }),
  ).rejects.toThrow(/MainTable\.csv, line 3: the code state "c2" is not in .*CodeStates\.csv\.$/);
  await expect(codes({ "MainTable.csv": main, "CodeStates/c1/a": "x" })).rejects.toThrow(
    /line 3: there is no folder .*CodeStates\/c2\.$/,
  );
});

test("code states in Git are refused", async () => {
  const folder = folderOf({ "MainTable.csv": main });
  mkdirSync(join(folder, "CodeStates/.git"), { recursive: true });
  writeFileSync(join(folder, "CodeStates/.git/HEAD"), "");
  await expect(readAttempts(folder)).rejects.toThrow("keeps its code states in Git");
});

test.each([
  ["Order,ServerTimestamp", "2,1", "1,2"],
  ["ServerTimestamp,ClientTimestamp", "2026-01-02,2026-01-01", "2026-01-01,2026-01-02"],
])("of two clocks in %s the surer one says what came first", async (columns, first, second) => {
  const table = `SubjectID,EventType,CodeStateID,${columns}\ns,Submit,c1,${first}\ns,Submit,c2,${second}\n`;
  const read = await codes({ "MainTable.csv": table, "CodeStates/CodeStates.csv": states });
  expect(read.map((one) => one.includes("y()"))).toEqual([true, false]);
});

test("only whole words of an event's type are submissions and runs", async () => {
  const table = `SubjectID,EventType,CodeStateID\ns,Submit,c1\ns,Resubmitted,c2\ns,X-Run.Ended,c2\ns,Runtime.Error,c2\n`;
  const read = await codes({ "MainTable.csv": table, "CodeStates/CodeStates.csv": states });
  expect(read).toHaveLength(1);
});

test("a table without events is called one", async () => {
  const table = "SubjectID,EventType,CodeStateID\n";
  await expect(codes({ "MainTable.csv": table })).rejects.toThrow(
    /MainTable\.csv has a header and no events/,
  );
});
