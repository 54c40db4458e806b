import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain, type Ended } from "./testing/run-main.test.support.ts";
import { ofWholeRun, wholeRun } from "./testing/whole-run.test.support.ts";

type Row = Record<string, string>;

const tiny = ["--pairs", "10", "--dev", "5"];
let cwd: string;
let ended: Ended;

const readIn = (folder: string) => (name: string) => readFile(join(folder, "out", name), "utf8");
const read = (name: string) => readIn(cwd)(name);
const csv = async (name: string) =>
  Papa.parse<Row>(await read(name), { header: true, skipEmptyLines: true }).data;

beforeAll(async () => {
  ({ cwd, ended } = await wholeRun());
});

describe("bench without key, data or network", () => {
  it("exits with 0 and writes the tables, the estimates and a manifest", async () => {
    expect(ended.stdout).toContain("Open    out/report.html\n");
    expect(ended.code).toBe(0);
    const names = [
      "case-study",
      "base-rate-examples",
      "clamp-and-rounding",
      "conditional",
      "diagnostic-conditional",
      "diagnostic-conditional-slope",
      "diagnostic-marginal",
      "diagnostic-marginal-slope",
      "implied-marginal",
      "interventions",
      "k-sweep",
      "k-sweep-other",
      "oracle",
      "other-advantage",
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
    expect(files.toSorted()).toEqual(
      names.flatMap((name) => [`${name}.csv`, `${name}.md`, `${name}.tex`]).toSorted(),
    );
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
  });

  it("prints the same few lines in a pipe as on a terminal, the next commands last, and no table", () => {
    const lines = ended.stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(14);
    const next = lines.slice(lines.findIndex((line) => line.startsWith("Next ")) + 1);
    expect(next[0]).toBe("  promptnce datasets fetch words --data data");
    expect(next[1]).toMatch(/^ {2}bench --data data .*--dry-run/);
    for (const line of lines) {
      expect(line.length, line).toBeLessThanOrEqual(100);
    }
    expect(ended.stdout).not.toContain("| ");
  });

  it("prints every table with --tables, also for a report", async () => {
    const few = [
      "--dataset",
      "synthetic-goemotions",
      "--experiment",
      "pmi,structure",
      "--methods",
      "promptnce",
    ];
    const own = newFolder();
    const first = await runMain([...few, ...tiny, "--out", "few", "--tables"], own);
    const again = await runMain(["report", "few", "--tables"], own);
    const tables = (await readdir(join(own, "few", "tables"))).filter((file) =>
      file.endsWith(".md"),
    );
    expect(tables).toHaveLength(3);
    expect(again.stdout.split("**Simulated.**")).toHaveLength(1 + tables.length);
    expect(first.stdout).toBe(again.stdout);
    expect(again.stderr).toMatch(
      /^Limit: .*\nWrote \d+ files to few, .* Open few\/report.html\.$/ms,
    );
  });

  it("asks nothing when run again, and writes the same bytes", { tags: "full" }, async () => {
    const files = ["tables/pmi.md", "tables/pmi.csv", "tables/conditional.md", "estimates.csv"];
    const before = await Promise.all(files.map(read));
    const own = newFolder();
    await cp(join(cwd, "out"), join(own, "out"), { recursive: true });
    expect((await runMain(ofWholeRun, own)).code).toBe(0);
    expect(await Promise.all(files.map(readIn(own)))).toEqual(before);
    const { counts } = JSON.parse(await readIn(own)("manifest.json")) as {
      counts: Record<string, number>;
    };
    expect(counts["asked"]).toBe(0);
    expect(counts["fromStore"]).toBe(counts["questions"]);
  });

  it("keeps est_pmi = log est_conditional − log est_marginal, with 1e-6 for a reported zero", async () => {
    const rows = (await csv("estimates.csv")).filter(
      (row) => row["method"] === "promptnce" && row["status"] === "ok",
    );
    expect(rows.length).toBeGreaterThan(150);
    const log = (text: string | undefined) => Math.log(Number(text) || 1e-6);
    for (const row of rows) {
      expect(Number(row["est_pmi"])).toBeCloseTo(
        log(row["est_conditional"]) - log(row["est_marginal"]),
        12,
      );
    }
  });
});

describe("bench with a truthful respondent", () => {
  it("recovers PMI exactly with the split methods and the counted marginal", async () => {
    const own = newFolder();
    const methods = "direct-split:empirical,promptnce:empirical";
    const small = ["--pairs", "12", "--dev", "0", "--experiment", "pmi", "--methods", methods];
    expect((await runMain([...small, "--profile", "truthful"], own)).code).toBe(0);
    const rows = Papa.parse<Row>(await readFile(join(own, "out/estimates.csv"), "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
    const exact = rows.filter((row) =>
      /^(direct-split|promptnce):empirical$/.test(row["method"] ?? ""),
    );
    expect(exact.length).toBeGreaterThanOrEqual(3 * 2 * 12);
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

it("--help exits with 0 and shows examples and exit codes", async () => {
  const { code, stdout } = await runMain(["--help"], cwd);
  expect(stdout).toContain("Examples:");
  expect(stdout).toContain("  5 stopped early, or nothing scored");
  expect(code).toBe(0);
});
