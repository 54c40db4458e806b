import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { studyFolder, TASK } from "./study.test.support.ts";

const read = (...path: string[]): string => readFileSync(join(...path), "utf8");

describe("promptnce estimate STUDY", () => {
  it("runs what the study says; its paths are relative to the study", async () => {
    const { cwd, study } = studyFolder("methods: [promptnce, infonce]\nk: 2\n");
    const { status, stderr } = await promptnce(["estimate", study], { cwd });
    expect([status, stderr]).toEqual([0, expect.stringContaining("5 pairs")]);
    const result = read(cwd, "study/pmi.csv");
    expect(result).toContain("infonce");
    expect(result.trim().split("\n")).toHaveLength(11);
  });

  it("writes the same results as the same settings on the command line", async () => {
    const { cwd, study } = studyFolder("k: 2\nseed: 7\n");
    await promptnce(["estimate", study], { cwd });
    writeFileSync(join(cwd, "task.yaml"), TASK.replace("task:\n", "").replaceAll(/^ {2}/gm, ""));
    const options = "--task task.yaml --y queue --count n --k 2 --seed 7 --out typed.csv";
    await promptnce(["estimate", "study/rows.csv", ...options.split(" ")], { cwd });
    expect(read(cwd, "typed.csv")).toBe(read(cwd, "study/pmi.csv"));
  });

  it("lets options override the study's values, and --rows its rows", async () => {
    const { cwd, study } = studyFolder("methods: [promptnce, infonce]\n");
    writeFileSync(join(cwd, "other.csv"), "message,queue,n\nlost,delivery,1\npaid,billing,1\n");
    const options = ["--methods", "promptnce:none", "--rows", "other.csv", "--out", "-"];
    const { status, stdout } = await promptnce(["estimate", study, ...options], { cwd });
    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(3);
    expect(existsSync(join(cwd, "study/pmi.csv"))).toBe(false);
  });

  it("refuses --rows beside a file of rows, and a study without rows", async () => {
    const { cwd, study } = studyFolder();
    const both = await promptnce(["estimate", "study/rows.csv", "--rows", "x.csv"], { cwd });
    expect([both.status, both.stderr]).toEqual([
      2,
      "error: --rows: it replaces the rows of a study, but study/rows.csv is a file of rows; leave it out\n",
    ]);
    writeFileSync(join(cwd, study), TASK);
    const none = await promptnce(["estimate", study], { cwd });
    expect([none.status, none.stderr]).toEqual([
      2,
      'error: --rows: study/study.yaml names no rows; add "rows: FILE", or give --rows FILE\n',
    ]);
  });

  it.each([
    ["baseUrl: http://x", "line 12, column 1: there is no key baseUrl: write base-url."],
    ["budget: much", 'line 12, column 9: budget: give a number of 0 or more, not "much".'],
    ["batch: maybe", "line 12, column 8: batch: give true or false."],
    ["k:", "line 12, column 3: k: nothing is given."],
    [
      "labels: [a, b]",
      "line 12, column 9: labels: give a file of labels, or a label for each code.",
    ],
    ["yes: true", "line 12, column 1: yes is for one run: leave it out, and give --yes"],
    ["buget: 5", "line 12, column 1: there is no key buget: a study has rows, x, y, count,"],
  ])(
    "says of the line %s, in one sentence with its place, what was expected",
    async (line, says) => {
      const { cwd, study } = studyFolder(`${line}\n`);
      const { status, stderr } = await promptnce(["estimate", study], { cwd });
      expect([status, stderr]).toEqual([1, expect.stringContaining(`error: ${study}, ${says}`)]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    },
  );

  it("says where its task is wrong", async () => {
    const { cwd, study } = studyFolder();
    writeFileSync(
      join(cwd, study),
      read(cwd, study).replace("person: an agent", "persn: an agent"),
    );
    const { stderr } = await promptnce(["estimate", study], { cwd });
    expect(stderr).toContain(
      `${study}, line 4, column 3: persn has no place here: a task has name,`,
    );
  });

  it("does not write results over the study", async () => {
    const { cwd, study } = studyFolder();
    const { status, stderr } = await promptnce(
      ["estimate", study, "--out-format", "csv", "--out", study],
      { cwd },
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining("is the study; name another")]);
  });
});

describe("the manifest of a run", () => {
  it("holds the study whole, and repeats the run without asking again", async () => {
    const { cwd, study } = studyFolder("k: 2\n");
    await promptnce(["estimate", study, "--seed", "3"], { cwd });
    const first = read(cwd, "study/pmi.csv");
    const manifest = "study/pmi.csv.manifest.json";
    const record = JSON.parse(read(cwd, manifest)) as { study: object };
    expect(record.study).toEqual({
      rows: "rows.csv",
      task: expect.objectContaining({ name: "queues", person: "an agent" }) as unknown,
      y: "queue",
      count: "n",
      k: 2,
      seed: "3",
      out: "pmi.csv",
    });
    const { status, stderr } = await promptnce(["estimate", manifest], { cwd });
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/(\d+) questions, \1 of them answered from the store/),
    ]);
    expect(read(cwd, "study/pmi.csv")).toBe(first);
    expect((JSON.parse(read(cwd, manifest)) as { study: object }).study).toEqual(record.study);
  });

  it("of another program is refused because it holds no study", async () => {
    const { cwd } = studyFolder();
    writeFileSync(join(cwd, "manifest.json"), "{}");
    const { status, stderr } = await promptnce(["estimate", "manifest.json"], { cwd });
    expect([status, stderr]).toEqual([
      1,
      "error: manifest.json holds no study: give a study in YAML, or the manifest that promptnce estimate writes beside its results.\n",
    ]);
  });
});

it("commands that read a task accept a study", async () => {
  const { cwd, study } = studyFolder();
  const { stdout } = await promptnce(["task", "check", study], { cwd });
  expect(stdout).toContain(`${study} is valid: the task queues, fields message`);
});
