import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { read } from "./pairs.test.support.ts";

const ROWS = `group,wave,q1
towns,3,1
towns,3,2
towns,3.0,1
villages,3,2
villages,2,1
villages,3,99
`;

const TASK = `task: {name: groups, person: a person, sees: ONE group, event: answers, label: answer, fields: [group]}
methods: ["promptnce:ungrounded"]
rows: survey.csv
`;

/** A folder with rows and a study of them that has these keys. */
function folderOf(keys: string) {
  const folder = newFolder();
  writeFileSync(join(folder, "survey.csv"), ROWS);
  writeFileSync(join(folder, "study.yaml"), `${TASK}${keys}`);
  const run = (...args: readonly string[]) =>
    promptnce(["estimate", ...args, "--yes"], { cwd: folder });
  return { folder, run };
}

/** P(y|x) of each line of a result. */
function shares(csv: string): string[] {
  return read(csv).map(({ group, y, true_conditional: share, status }) =>
    status!.startsWith("skipped")
      ? `${group} ${status}`
      : `${group} ${y} ${Number(share).toFixed(3)}`,
  );
}

const expected = [
  "towns Agree 0.667",
  "towns Disagree 0.333",
  "towns Agree 0.667",
  "villages Disagree 1.000",
  'villages skipped: there is no label in q1: "99" is none of the codes',
];

describe("codes and chosen rows", () => {
  it("are keys of a study, which its manifest repeats", async () => {
    const { folder, run } = folderOf(
      "y: q1\ncount: rows\nlabels: {1: Agree, 2: Disagree}\nwhere: {wave: 3}\nout: out.csv\n",
    );
    const first = await run("study.yaml");
    expect(first.status, first.stderr).toBe(0);
    expect(first.stderr).toContain("--where keeps 5 of 6 rows");
    expect(first.stderr).toContain('q1 holds codes that --labels does not list: "99" (once');
    const out = join(folder, "out.csv");
    const result = readFileSync(out, "utf8");
    expect(shares(result)).toEqual(expected);
    expect((await run("out.csv.manifest.json")).status).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(result);
  });

  it("are options too, once for each code, column or value", async () => {
    const { run } = folderOf("");
    const options = ["--y", "q1", "--count", "rows", "--where", "wave=3", "--where", "group=towns"];
    const codes = ["--labels", "1=Agree", "--labels", "2=Disagree", "--where", "group=villages"];
    const { status, stdout, stderr } = await run("study.yaml", ...options, ...codes);
    expect(status, stderr).toBe(0);
    expect(shares(stdout)).toEqual(expected);
  });

  it.each([
    [
      "labels: {01: North, 02: South}",
      'study.yaml, line 4, column 10: YAML reads 01 as 1, which is another code; put it in quotes: "01".',
    ],
    ["where: {}", "study.yaml, line 4, column 8: where: nothing is given."],
    ["where: wave", "study.yaml, line 4, column 8: where: give NAME=VALUE."],
    [
      "labels: {1: }",
      "study.yaml, line 4, column 9: labels: give a file of labels, or a label for each code.",
    ],
  ])("are refused where they stand: %s", async (keys, sentence) => {
    const { status, stderr } = await folderOf(`${keys}\ny: q1\n`).run("study.yaml");
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it("are refused if a code has two labels", async () => {
    const { run } = folderOf("y: q1\n");
    const { status, stderr } = await run("study.yaml", "--labels", "1=A", "--labels", "1=B");
    expect([status, stderr]).toEqual([2, expect.stringContaining("--labels: 1 is named twice")]);
  });

  it("keep codes with zeros that are in quotes", async () => {
    const { folder, run } = folderOf('y: q1\nlabels: {"01": North, "1": South, "2": East}\n');
    writeFileSync(join(folder, "survey.csv"), ROWS.replaceAll(",2\n", ",01\n"));
    const { stdout } = await run("study.yaml");
    expect(shares(stdout).filter((line) => line.includes("North"))).toHaveLength(2);
  });
});

it("recorded masses and rows of infer are chosen by their values too", async () => {
  const folder = newFolder();
  const file = join(folder, "masses.csv");
  const lines = ["a,yes,0.5,4", "a,no,0.5,4", "b,yes,1,4", "b,no,0,4", "a,yes,0.9,3", "a,no,0.1,3"];
  writeFileSync(file, `x,label,mass,wave\n${lines.join("\n")}\n`);
  const recorded = await promptnce(["estimate", "--recorded", file, "--where", "wave=4"], {
    cwd: folder,
  });
  expect(recorded.status, recorded.stderr).toBe(0);
  expect(read(recorded.stdout)).toHaveLength(4 * 2);
  expect(recorded.stderr).toContain("--where keeps 4 of 6 rows");
  const labelled = Array.from({ length: 40 }, (_, i) => `${i % 7},${i % 5},${i % 2}`);
  writeFileSync(file, `pmi,label,half\n${labelled.join("\n")}\n`);
  const inferred = await promptnce(["infer", file, "--where", "half=1"]);
  expect(inferred.status, inferred.stderr).toBe(0);
  expect(inferred.stderr).toContain("--where keeps 20 of 40 rows");
});
