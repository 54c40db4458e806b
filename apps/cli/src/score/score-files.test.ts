import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";
import { checkScoreFiles, scoreFiles } from "./run-score.ts";

const places = (out: string, more: object = {}) => ({
  attempts: undefined,
  summaries: [],
  out,
  store: join(out, "replies.jsonl"),
  force: false,
  ...more,
});

it("refuses to overwrite its input, even with --force", () => {
  const { folder, attempts, summaries } = classFiles();
  const out = join(folder, "class");
  mkdirSync(out);
  const [students, comparisons] = [join(out, "students.csv"), join(out, "comparisons.csv")];
  writeFileSync(students, readFileSync(summaries));
  writeFileSync(comparisons, readFileSync(attempts));
  const check = (more: object) => () => checkScoreFiles(places(out, { force: true, ...more }));
  expect(check({ summaries: [students] })).toThrow(
    `--out: ${students} is a file of summaries; name another`,
  );
  expect(check({ attempts: comparisons })).toThrow(`${comparisons} is the file of the attempts`);
  expect(check({ summaries: [summaries], store: summaries })).toThrow(
    `--store: ${summaries} is a file of summaries`,
  );
});

it.each([...scoreFiles.keys()])(
  "refuses a folder with somebody else's %s, unless --force is given",
  (name) => {
    const out = newFolder();
    mkdirSync(join(out, "tables"));
    writeFileSync(join(out, name), "somebody's");
    expect(() => checkScoreFiles(places(out))).toThrow(
      `${join(out, name)} already exists and was not written by score; name another folder, or add --force`,
    );
    expect(() => checkScoreFiles(places(out, { force: true }))).not.toThrow();
  },
);

it("accepts a new folder, one with other files, and one of an earlier run", async () => {
  const { attempts, summaries } = classFiles();
  const out = newFolder();
  writeFileSync(join(out, "notes.txt"), "mine");
  expect(() => checkScoreFiles(places(out))).not.toThrow();
  expect(() => checkScoreFiles(places(join(out, "new")))).not.toThrow();
  const args = [
    "score",
    attempts,
    "--summaries",
    summaries,
    "--variant",
    "compression",
    "--methods",
    "infonce",
    "--out",
    out,
  ];
  expect(await promptnce(args)).toMatchObject({ status: 0 });
  expect(() => checkScoreFiles(places(out))).not.toThrow();
  expect(
    [...scoreFiles.keys()].filter((name) => readFileSync(join(out, name)).length === 0),
  ).toEqual([]);
  expect(await promptnce([...args, "--no-report", "--force"])).toMatchObject({ status: 0 });
  expect(existsSync(join(out, "report.html"))).toBe(false);
});
