import { fencedBlocks } from "@promptnce/testing/markdown";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { python, pythonHas } from "@promptnce/testing/python";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";
import { readEntries } from "./entry.ts";
import { challenge, predictionsFile, truthOf } from "./truthful.test.support.ts";
import { versions } from "./versions.ts";

const truth = await truthOf("synthetic-chaosnli");
const truthLines = truth.map(({ id, pair }) => `${id},${pair.conditional},${pair.marginal}`);
const terms = "id,conditional,marginal";

describe("bench challenge score", () => {
  it("prints the rows of the tables, what they show, and writes the entry", async () => {
    const out = join(newFolder(), "entry.jsonl");
    const path = predictionsFile(terms, truthLines);
    const { code, stdout } = await challenge("score", path, "--name", "Truth", "--out", out);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\| synthetic-chaosnli-1 +\| Truth +\| 500 of 500 +\| +1\.00 ± 0\.00 \|/,
    );
    expect(stdout).toContain("synthetic-chaosnli-1, PMI: shows which y goes with which x.");
    expect(stdout).toContain("synthetic-chaosnli-1, P(y|x): shows which y goes with which x.");
    const text = readFileSync(out, "utf8");
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({ name: "Truth", simulated: false });
  });

  it("scores rows in any order alike", async () => {
    const [inOrder, reversed] = await Promise.all(
      [truthLines, truthLines.toReversed()].map(
        async (lines) =>
          (await challenge("score", predictionsFile(terms, lines), "--name", "A")).stdout,
      ),
    );
    expect(inOrder).toContain("1.00");
    expect(reversed).toBe(inOrder);
  });

  it("says that half of the pairs is half, and which are missing or unknown", async () => {
    const half = truth.filter((_, i) => i % 2 === 0).map(({ id, pair }) => `${id},${pair.pmi}`);
    const strangers = ["synthetic-chaosnli-1/000000000000,1", "cat,1"];
    const { code, stdout } = await challenge(
      "score",
      predictionsFile("id,pmi", [...half, ...strangers]),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("250 of 500");
    expect(stdout).toContain("PMI: not judged: too few pairs.");
    expect(stdout).toContain(
      `missing ids (250), so that the scores are of 50 % of its 500 pairs: ${truth[1]!.id}, `,
    );
    expect(stdout).toContain("unknown ids (1): synthetic-chaosnli-1/000000000000.");
    expect(stdout).toContain("ids of no version (1): cat.");
  });

  const [first, second] = [truth[0]!.id, truth[1]!.id];
  it.each([
    [
      "a doubled id",
      "id,pmi",
      [`${first},1`, `${second},1`, `${first},2`],
      "was on line 2 already",
    ],
    ["NaN", "id,pmi", [`${first},NaN`], 'line 2: pmi is "NaN", expected a finite number'],
    ["an infinite value", "id,pmi", [`${first},-inf`], 'line 2: pmi is "-inf"'],
    ["1.2", terms, [`${first},1.2,.1`], 'conditional is "1.2", expected a number from 0 to 1'],
    ["no id", "pair,pmi", ["1,1"], "line 1: the columns are pair, pmi; expected id and pmi, or"],
    ["half of the terms", "id,conditional", [`${first},.1`], "expected id and pmi, or id, cond"],
    ["ids of others", "id,pmi", ["cat,1"], "has no id of the challenge, such as words-1/"],
    ["a later version", "id,pmi", ["words-9/0123456789ab,1"], "was made for words-9, and this"],
    ["a dataset that is not here", "id,pmi", ["words-1/0123456789ab,1"], "--data: words needs"],
    ["an empty file", "", [], "line 1: the columns are missing"],
  ])("refuses %s in one sentence", async (_, header, lines, sentence) => {
    const { code, stdout, stderr } = await challenge("score", predictionsFile(header, lines));
    expect(stderr.split("\n").filter((line) => line !== "")).toEqual([
      expect.stringContaining(sentence),
    ]);
    expect([code === 1 || code === 2, stdout]).toEqual([true, ""]);
  });
});

describe("bench challenge predictions", () => {
  it(
    "makes a run's estimates an entry with the figures of the run's tables",
    { tags: "full" },
    async () => {
      const cwd = newFolder();
      const few = "--dataset synthetic-chaosnli --experiment pmi,conditional --methods promptnce";
      expect(await runMain(few.split(" "), cwd)).toMatchObject({ code: 0 });
      const made = await runMain(["challenge", "predictions", "out"], cwd);
      expect(made.stdout).toMatch(
        /^predictions.csv: 500 predictions\. .*score them with --simulated/,
      );
      const score = "challenge score predictions.csv --simulated --out e.jsonl".split(" ");
      expect((await runMain(score, cwd)).stdout).toContain("predictions (simulated)");

      const [entry] = readEntries([join(cwd, "e.jsonl")]);
      for (const { measure, rho, beyondBoth, beyond, within } of entry!.scores) {
        const table = measure === "PMI" ? "pmi" : "conditional";
        const rows = await readCsv(join(cwd, `out/tables/${table}.csv`));
        const row = rows.find(({ method, k }) => method?.startsWith("promptnce") && k === "3")!;
        const figures = { rho, beyond_both: beyondBoth, beyond, within };
        for (const [column, figure] of Object.entries(figures)) {
          if (row[column] === undefined) continue;
          expect(figure, column).toMatchObject({
            value: Number(row[column]),
            standardError: Number(row[`${column}_se`]),
          });
        }
      }
    },
  );

  it.each([
    ["predictions folder", "folder/manifest.json is not the manifest of a run"],
    [
      "predictions run --method direct",
      "--method: run has no estimates by direct, but by promptnce",
    ],
    ["predictions run", "--model: run is of several; name one of a, b"],
    [
      "predictions seed",
      "seed was drawn by --seed 2, and the challenge by 1: its pairs are others",
    ],
  ])("%s: ends with one sentence", async (line, sentence) => {
    const cwd = newFolder();
    writeRun(join(cwd, "run"), "1");
    writeRun(join(cwd, "seed"), "2");
    const { code, stderr } = await runMain(["challenge", ...line.split(" ")], cwd);
    expect(code === 1 || code === 2).toBe(true);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
  });
});

/** What `predictions` reads of a run of two models. */
function writeRun(folder: string, seed: string): void {
  mkdirSync(folder);
  const manifest = { simulated: { respondent: false }, run: { seed }, datasets: [] };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  const rows = ["a", "b"].map((model) => `${model},promptnce,evaluation,0,5`);
  const text = ["model,method,list,sample,k", ...rows].join("\n");
  writeFileSync(join(folder, "estimates.csv"), text);
}

describe("docs/challenge.md", () => {
  const document = readFileSync(join(import.meta.dirname, "../../../../docs/challenge.md"), "utf8");

  it.skipIf(!pythonHas("pandas"))(
    "has an example in Python that makes an entry",
    { tags: "full" },
    async () => {
      const cwd = newFolder();
      await runMain(["challenge", "pairs"], cwd);
      const code = fencedBlocks(document).find(({ language }) => language === "python")!.text;
      const ended = spawnSync(python, ["-c", code], { cwd, encoding: "utf8" });
      expect(ended).toMatchObject({ status: 0, stderr: "" });
      const { stdout } = await runMain(["challenge", "score", "predictions.csv"], cwd);
      expect(stdout).toContain("500 of 500");
      expect(stdout).toContain("synthetic-words-1, PMI: shows nothing beyond base rates.");
    },
  );

  it("names every version of the paper's datasets", () => {
    const named = versions.flatMap(({ name, edition }) => (edition ? [`\`${name}\``] : []));
    expect(named.filter((name) => !document.includes(name))).toEqual([]);
  });
});
