import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "./testing/run-main.test.support.ts";
import type { Ended } from "./testing/run-main.test.support.ts";

type Row = Record<string, string>;

const small = ["--pairs", "60", "--dev", "20"];
let cwd: string;
let ended: Ended;

const read = (name: string) => readFile(join(cwd, "out", name), "utf8");
const csv = async (name: string) => Papa.parse<Row>(await read(name), { header: true, skipEmptyLines: true }).data;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-bench-"));
  ended = await runMain(small, cwd);
}, 120_000);

describe("bench without key, data or network", () => {
  it("exits with 0 and leaves the tables, the estimates and a manifest", async () => {
    expect(ended.stderr).toContain("Wrote ");
    expect(ended.code).toBe(0);
    const names = [
      "case-study",
      "conditional",
      "diagnostic-conditional",
      "diagnostic-conditional-slope",
      "diagnostic-marginal",
      "diagnostic-marginal-slope",
      "interventions",
      "k-sweep",
      "k-sweep-other",
      "oracle",
      "pmi",
      "recalibration",
      "stability",
      "structure",
      "structure-examples",
      "theory-methods",
      "theory-sets",
      "zero-shot",
    ];
    const files = await readdir(join(cwd, "out", "tables"));
    expect(files.toSorted()).toEqual(names.flatMap((name) => [`${name}.csv`, `${name}.md`, `${name}.tex`]).toSorted());
  });

  it("says on every table, in text and in data, that it is simulated", async () => {
    for (const file of await readdir(join(cwd, "out", "tables"))) {
      const text = await read(`tables/${file}`);
      const [, ...lines] = text.trim().split("\n");
      const said = file.endsWith(".csv")
        ? lines.every((line) => line.endsWith(",true"))
        : text.includes(file.endsWith(".md") ? "> **Simulated.**" : "Simulated. ");
      expect(said, file).toBe(true);
    }
    expect(ended.stdout.split("**Simulated.**")).toHaveLength(19);
  });

  it("run again asks nothing and writes the same bytes", { tags: "full" }, async () => {
    const files = ["tables/pmi.md", "tables/pmi.csv", "tables/conditional.md", "estimates.csv"];
    const before = await Promise.all(files.map(read));
    expect((await runMain(small, cwd)).code).toBe(0);
    expect(await Promise.all(files.map(read))).toEqual(before);
    const { counts } = JSON.parse(await read("manifest.json")) as {
      counts: Record<string, number>;
    };
    expect(counts["asked"]).toBe(0);
    expect(counts["fromStore"]).toBe(counts["questions"]);
  });

  it("keeps est_pmi = log est_conditional − log est_marginal, a reported zero counting as 1e-6", async () => {
    const rows = (await csv("estimates.csv")).filter((row) => row["method"] === "promptnce" && row["status"] === "ok");
    expect(rows.length).toBeGreaterThan(150);
    const log = (text: string | undefined) => Math.log(Number(text) || 1e-6);
    for (const row of rows) {
      expect(Number(row["est_pmi"])).toBeCloseTo(log(row["est_conditional"]) - log(row["est_marginal"]), 12);
    }
  });
});

describe("bench with a truthful respondent", () => {
  it("recovers PMI exactly from the split methods with the counted marginal", async () => {
    const own = await mkdtemp(join(tmpdir(), "promptnce-truthful-"));
    expect((await runMain([...small, "--profile", "truthful", "--experiment", "pmi"], own)).code).toBe(0);
    const rows = Papa.parse<Row>(await readFile(join(own, "out/estimates.csv"), "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
    const exact = rows.filter((row) => /^(direct-split|promptnce):empirical$/.test(row["method"] ?? ""));
    expect(exact.length).toBeGreaterThanOrEqual(3 * 2 * 60);
    for (const row of exact) {
      expect(Math.abs(Number(row["est_pmi"]) - Number(row["pmi"]))).toBeLessThan(1e-9);
    }
    const table = Papa.parse<Row>(await readFile(join(own, "out/tables/pmi.csv"), "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
    for (const row of table.filter(({ estimates }) => estimates?.endsWith(":empirical"))) {
      expect(Number(row["rho"]), `${row["dataset"]} ${row["method"]}`).toBeCloseTo(1, 12);
    }
  });
});

describe("wrong usage", () => {
  const few = ["--dataset", "synthetic-words", "--experiment", "pmi", "--pairs", "10", "--dev", "0"];
  it.each([
    [["--dataset", "wrods"], "--dataset"],
    [["--dataset", "words"], "--data: the datasets of the paper need the folder"],
    [["--k", "1"], "--k"],
    [["--experiment", "figure1"], "--experiment: give one of structure, "],
    [["--methods", "promptnse"], '--methods: there is no method "promptnse"'],
    [["--provider", "anthropic"], "--model: --provider anthropic needs the name of a model"],
    [["--model", "gpt"], "--model: who serves gpt?"],
    [["--base-url", "localhost", "--provider", "openai", "--model", "m"], "--base-url"],
    [["--provider", "openai", "--model", "m", "--settings", "{"], "--settings: give a JSON object"],
    [
      [...few, "--provider", "openai", "--model", "m", "--settings", '{"model": "n"}'],
      "The setting model is sent by the adapter itself",
    ],
    [
      [...few, "--model", "anthropic:m", "--effort", "none", "--settings", '{"thinking": {"type": "enabled"}}'],
      "The setting thinking and the effort (--effort) exclude each other: leave one out.",
    ],
    [["--effort", "low"], "--effort: the simulated respondent takes none"],
    [
      [...few, "--provider", "openai", "--model", "m", "--base-url", "http://127.0.0.1:9", "--key-env", "NO_SUCH_KEY"],
      "NO_SUCH_KEY is not set",
    ],
    [
      [...few, "--model", "openai:m", "--base-url", "http://127.0.0.1:9"],
      "nobody knows what asking m will cost: look with --dry-run, then give --yes",
    ],
    [
      ["--model", "openai:m", "--base-url", "http://127.0.0.1:9", "--price-in", "500", "--price-out", "500"],
      "more than the $1.00 of --confirm-above",
    ],
    [
      [...few, "--model", "openai:m", "--base-url", "http://127.0.0.1:9", "--budget", "1"],
      "--budget: nobody knows the price of m (openai-compatible)",
    ],
    [["--price-in", "3"], "--price-out: a price for input needs one for output"],
    [["--nonsense"], "unknown option '--nonsense'"],
    [["surplus"], "too many arguments"],
  ])("%j exits with 2, one sentence and no stack", async (args, sentence) => {
    const { code, stderr } = await runMain(args as string[], cwd);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it("too few pairs exits with 1 and names the dataset and how many there are", async () => {
    const { code, stderr } = await runMain(["--pairs", "1000000"], cwd);
    expect(stderr).toMatch(/synthetic-words: .*only \d+ pairs/);
    expect(code).toBe(1);
  });

  it("a folder without data exits with 1 and says what is missing", async () => {
    const { code, stderr } = await runMain(["--data", cwd, "--dataset", "words"], cwd);
    expect(stderr).toContain("Cue_Target_Pairs");
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  it("--help exits with 0 and shows examples", async () => {
    const { code, stdout } = await runMain(["--help"], cwd);
    expect(stdout).toContain("Examples:");
    expect(code).toBe(0);
  });
});
