import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const world = ["--dataset", "synthetic-goemotions", "--dev", "0"];
const methods = ["--methods", "direct-split,promptnce,promptnce:empirical"];
const small = [...world, ...methods, "--pairs", "15", "--experiment", "conditional,pmi"];
const few = [...world, ...methods, "--pairs", "10", "--experiment", "conditional"];
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-two-"));
  await runMain([...small, "--out", "a"], cwd);
  await runMain([...small, "--out", "b", "--profile", "truthful"], cwd);
});

describe("bench report", () => {
  it("recreates the same files from the stored replies", async () => {
    const files = ["tables/pmi.md", "tables/conditional.csv", "estimates.csv"];
    const read = () => Promise.all(files.map((name) => readFile(join(cwd, "a", name), "utf8")));
    const before = await read();
    await rm(join(cwd, "a", "tables"), { recursive: true });
    expect((await runMain(["report", "a"], cwd)).code).toBe(0);
    expect(await read()).toEqual(before);
  });

  it("reports the run's cost at the prices of that time", async () => {
    await runMain([...few, "--price-in", "3", "--price-out", "15", "--out", "priced"], cwd);
    const read = async () => {
      const text = await readFile(join(cwd, "priced", "manifest.json"), "utf8");
      return (JSON.parse(text) as { cost: { usd: number; models: unknown[] } }).cost;
    };
    const before = await read();
    expect(before.models).toMatchObject([{ price: "given prices" }]);
    await runMain(["report", "priced"], cwd);
    expect(await read()).toEqual(before);
  });

  it("asks nothing, and never replaces an existing report by one with fewer answers", async () => {
    await cp(join(cwd, "a"), join(cwd, "c"), { recursive: true });
    const store = join(cwd, "c", "replies.jsonl");
    const lines = (await readFile(store, "utf8")).trimEnd().split("\n");
    await writeFile(store, `${lines.slice(0, lines.length / 2).join("\n")}\n`);
    const half = await readFile(store, "utf8");
    const before = await readFile(join(cwd, "c", "estimates.csv"), "utf8");
    const { code, stderr } = await runMain(["report", "c"], cwd);
    expect(stderr).toMatch(
      /answers \d+ of the \d+ questions that the report in c rests on, and the report stays as it is/,
    );
    expect(code).toBe(2);
    expect(await readFile(store, "utf8")).toBe(half);
    expect(await readFile(join(cwd, "c", "estimates.csv"), "utf8")).toBe(before);
  });

  it("recreates the report of a run for which an earlier program asked more questions", async () => {
    await cp(join(cwd, "a"), join(cwd, "more"), { recursive: true });
    const path = join(cwd, "more", "manifest.json");
    const manifest = JSON.parse(await readFile(path, "utf8"));
    manifest.counts.questions += 10;
    await writeFile(path, JSON.stringify(manifest));
    expect(await runMain(["report", "more"], cwd)).toMatchObject({ code: 0 });
    const { counts } = JSON.parse(await readFile(path, "utf8"));
    expect(counts.questions).toBe(manifest.counts.questions - 10);
  });

  it("recreates the report of every run below a folder", async () => {
    await runMain([...few, "--out", "several/one"], cwd);
    const one = join(cwd, "several", "one");
    await cp(one, join(cwd, "several", "two", "deeper"), { recursive: true });
    for (const name of ["one", "two/deeper"]) {
      await rm(join(cwd, "several", name, "report.html"));
    }
    const { code, stdout } = await runMain(["report", "several"], cwd);
    expect(stdout).toMatch(
      /^Open +several.one.report\.html$[^]*^Open +several.two.deeper.report\.html$/m,
    );
    expect(code).toBe(0);
    expect(existsSync(join(cwd, "several", "two", "deeper", "report.html"))).toBe(true);
  });

  it("refuses a run whose prompts have changed, and names the version that can report it", async () => {
    await cp(join(cwd, "a"), join(cwd, "raised"), { recursive: true });
    const path = join(cwd, "raised", "manifest.json");
    const manifest = JSON.parse(await readFile(path, "utf8"));
    const [first] = manifest.templates;
    for (const changed of [
      { ...first, version: first.version + 1 },
      { ...first, sha256: "0".repeat(64) },
    ]) {
      await writeFile(
        path,
        JSON.stringify({ ...manifest, templates: [changed], program: { version: "1.2.3" } }),
      );
      const { code, stderr } = await runMain(["report", "raised"], cwd);
      expect(stderr).toContain(
        `asked in the wording ${changed.id}@${changed.version}, which this program words otherwise: version 1.2.3 of it makes the report again`,
      );
      expect(code).toBe(2);
    }
  });

  it("uses the store that it is given, and without one writes nothing", async () => {
    await runMain([...few, "--out", "d", "--store", "elsewhere.jsonl"], cwd);
    const read = () => readFile(join(cwd, "d", "estimates.csv"), "utf8");
    const before = await read();
    const { code, stderr } = await runMain(["report", "d"], cwd);
    expect(stderr).toContain(
      "d/replies.jsonl is not there: name the store that the run was made with, with --store",
    );
    expect(code).toBe(2);
    await writeFile(join(cwd, "empty.jsonl"), "");
    const empty = await runMain(["report", "d", "--store", "empty.jsonl"], cwd);
    expect(empty.stderr).toContain("empty.jsonl holds none of the run's replies: name the store");
    expect(empty.code).toBe(2);
    expect(await readdir(join(cwd, "d"))).not.toContain("replies.jsonl");
    expect(await read()).toBe(before);
    const told = await runMain(["report", "d", "--store", "elsewhere.jsonl"], cwd);
    expect(told.code).toBe(0);
    expect(await read()).toBe(before);
  });

  it("uses the data folder that it is given, whatever the environment says", async () => {
    const { run, ...rest } = JSON.parse(await readFile(join(cwd, "a", "manifest.json"), "utf8"));
    await mkdir(join(cwd, "real"));
    const manifest = JSON.stringify({ ...rest, run: { ...run, dataset: ["words"] } });
    await writeFile(join(cwd, "real", "manifest.json"), manifest);
    await writeFile(join(cwd, "real", "replies.jsonl"), "");
    const given = ["report", "real", "--data", "given"];
    const { stderr } = await runMain(given, cwd, { env: { PROMPTNCE_DATA: "of-environment" } });
    expect(stderr).toMatch(/\bgiven\b/);
    expect(stderr).not.toContain("of-environment");
  });

  it.each([
    [["report", "a", "--out", "y"], "unknown option '--out'"],
    [["report", "a", "--seed", "7"], "unknown option '--seed'"],
    [["--seed", "7", "report", "a"], "--seed: put the options of report after its name"],
    [["--out", "y", "compare", "a", "b"], "--out: put the options of compare after its name"],
  ])("refuses what is a run's to be told: %j", async (args, sentence) => {
    const { code, stderr } = await runMain(args, cwd);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  it("exits with 2 and one sentence for a folder without a run", async () => {
    const { code, stderr } = await runMain(["report", "nowhere"], cwd);
    expect(stderr).toContain("manifest.json is not the manifest of a run");
    expect(code).toBe(2);
  });
});

describe("bench compare", () => {
  it("prints differences with paired intervals, and the differences between the manifests", async () => {
    const { code, stdout } = await runMain(["compare", "b", "a"], cwd);
    expect(code).toBe(0);
    expect(stdout).toContain("> **Simulated.**");
    expect(stdout).toMatch(/\| synthetic-goemotions, K = 5, promptnce:empirical +\| +\d+ \|/);
    expect(stdout).toContain("A asked truthful, B asked model-like.");
    expect(stdout).toContain('- `run.profile`: "truthful" | "model-like"');
  });

  it("does not pair observations of two seeds that share an id", async () => {
    const most = [
      "--dataset",
      "synthetic-chaosnli",
      "--experiment",
      "pmi",
      "--methods",
      "promptnce",
      "--pairs",
      "60",
      "--dev",
      "0",
    ];
    await runMain([...most, "--profile", "truthful", "--out", "s1"], cwd);
    await runMain([...most, "--profile", "truthful", "--out", "s2", "--seed", "2"], cwd);
    const { code, stdout } = await runMain(["compare", "s1", "s2"], cwd);
    expect(code).toBe(0);
    expect(stdout).not.toContain("| synthetic-chaosnli, K = 3, promptnce ");
    expect(stdout).toMatch(/\d+ pairs in one run only, so left out/);
  });

  it("finds no difference between a run and itself", async () => {
    const { stdout } = await runMain(["compare", "a", "a"], cwd);
    const rows = stdout.split("\n").filter((line) => line.startsWith("| synthetic-"));
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect(row).toMatch(/\| +0\.000 \| +0\.000 \| +0\.000 \| +1\.0000 \|$/);
    }
    expect(stdout).toContain("No difference.");
  });

  it("exits with 2 and one sentence for a folder without a run", async () => {
    const { code, stderr } = await runMain(["compare", "a", "nowhere"], cwd);
    expect(stderr).toContain("nowhere does not hold a run");
    expect(code).toBe(2);
  });
});
