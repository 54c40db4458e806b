import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { beforeAll, describe, expect, it, test } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";
import { madeUpFiles, type MadeUpFiles, writeFolder } from "./made-up-folder.test.support.ts";

/** The output of a record made from these files. */
async function recordOf(files: MadeUpFiles, cwd = newFolder()) {
  const data = writeFolder(files);
  const ended = await runMain(["--experiment", "record", "--data", data], cwd);
  return { ...ended, data, out: join(cwd, "out") };
}

const files = madeUpFiles();
const changed = (name: string, from: string | RegExp, to: string): MadeUpFiles => ({
  ...files,
  [name]: files[name]!.replace(from, to),
});

function without(...names: string[]): MadeUpFiles {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
}

describe("bench --experiment record", () => {
  let record: Awaited<ReturnType<typeof recordOf>>;

  beforeAll(async () => {
    record = await recordOf(files, mkdtempSync(join(tmpdir(), "promptnce-")));
  });

  it("asks no model, first states what the replies cannot show, and writes tables, figures and page", () => {
    const { code, stdout, stderr, out } = record;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^No model here was shown OTHER or a candidate set/);
    const html = readFileSync(join(out, "report.html"), "utf8");
    expect(html.indexOf("No model here was shown OTHER")).toBeLessThan(
      html.indexOf('class="verdict"'),
    );
    expect(html).not.toContain("Unreadable replies");
    const { files: written, experiment } = JSON.parse(
      readFileSync(join(out, "manifest.json"), "utf8"),
    );
    expect(experiment).toBe("record");
    expect(written.filter((name: string) => !existsSync(join(out, name)))).toEqual([]);
    expect(existsSync(join(out, "replies.jsonl"))).toBe(false);
  });

  it("has a row for each model, way of asking and base rate, with their display names", async () => {
    const rows = await readCsv(join(record.out, "tables/record-pmi.csv"));
    expect(rows).toHaveLength(4 * 7);
    expect(new Set(rows.map((row) => `${row["model"]}, ${row["way"]}`))).toEqual(
      new Set([
        "GPT-4, verbal",
        "GPT-4, log-probabilities",
        "new-model, verbal",
        "new-model, log-probabilities",
      ]),
    );
  });

  it("writes the same bytes again over its own folder", { tags: "full" }, async () => {
    const data = writeFolder(files);
    const cwd = newFolder();
    const args = ["--experiment", "record", "--data", data];
    await runMain(args, cwd);
    const read = () => readFileSync(join(cwd, "out/report.html"), "utf8");
    const before = read();
    expect(await runMain(args, cwd)).toMatchObject({ code: 0 });
    expect(read()).toBe(before);
  });

  it("leaves out data that were not fetched, and says how to fetch them", async () => {
    const { code, stderr, out } = await recordOf(without("nouns", "synthbench"));
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^Left out: nouns, because nouns\.csv\.gz is not in the folder; promptnce/m,
    );
    expect(existsSync(join(out, "tables/record-nouns.csv"))).toBe(false);
  });

  it("does not overwrite a run of bench", async () => {
    const cwd = newFolder();
    const small = ["--dataset", "synthetic-goemotions", "--pairs", "10", "--dev", "0"];
    await runMain([...small, "--experiment", "structure"], cwd);
    const args = ["--experiment", "record", "--data", writeFolder(files)];
    const { code, stderr } = await runMain(args, cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("--out: out holds a run of bench, which the record would write over");
  });

  test.each<[what: string, options: string[], sentence: string]>([
    [
      "no folder",
      ["--experiment", "record"],
      "--data: --experiment record needs the folder of recorded",
    ],
    [
      "others beside it",
      ["--experiment", "record,pmi"],
      "--experiment: record judges replies that others recorded",
    ],
    [
      "a model",
      ["--experiment", "record", "--model", "openai:m"],
      "--model: --experiment record asks no model",
    ],
  ])("says in a sentence that it takes no such thing: %s", async (_, options, sentence) => {
    const { code, stderr } = await runMain(options, newFolder());
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test.each<[what: string, files: MadeUpFiles, sentence: string | RegExp]>([
    [
      "a missing file",
      without("opinionqa-people"),
      /has no opinionqa-people\.csv\.gz; promptnce datasets fetch opinionqa makes it/,
    ],
    [
      "a missing column",
      changed("opinionqa-models", "mass", "share"),
      /opinionqa-models\.csv\.gz has no column mass: it has model, way, .*, and needs model, way/,
    ],
    [
      "a mass above 1",
      changed("opinionqa-models", /,0\.\d+,/, ",1.5,"),
      /row 2: mass is "1\.5", and must be a number from 0 to 1/,
    ],
    [
      "a count of half a person",
      changed("opinionqa-people", /,\d+\n/, ",1.5\n"),
      /row 2: people is "1\.5", and must be a whole number from 0/,
    ],
    [
      "an answer that nobody gave",
      changed("opinionqa-models", "Sometimes", "Seldom"),
      "opinionqa-models has an answer that nobody gave in opinionqa-people",
    ],
    [
      "a pair that stands twice",
      {
        ...files,
        "opinionqa-people": files["opinionqa-people"]! + files["opinionqa-people"]!.split("\n")[1],
      },
      "opinionqa-people has",
    ],
    ["no rows", changed("opinionqa-models", /\n[^]*/, "\n"), "has a header but no rows"],
    ["a row that lacks a cell", changed("nouns", /,\d+\n/, "\n"), /nouns\.csv\.gz, row 2/],
  ])("says in a sentence what is wrong with a file: %s", async (_, wrong, sentence) => {
    const { code, stderr } = await recordOf(wrong);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("says what is wrong with a file that is not an archive", async () => {
    const data = writeFolder(files);
    writeFileSync(join(data, "opinionqa-people.csv.gz"), "no archive");
    const { code, stderr } = await runMain(["--experiment", "record", "--data", data], newFolder());
    expect(code).toBe(1);
    expect(stderr).toMatch(/opinionqa-people\.csv\.gz cannot be read: incorrect header check/);
  });
});
