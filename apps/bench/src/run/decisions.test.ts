import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const small =
  "--methods direct-split,promptnce --pairs 30 --dev 10 --dataset synthetic-goemotions --experiment conditional,pmi";
const truthful = [...small.split(" "), "--profile", "truthful"];
let cwd: string;

const read = (...path: string[]): Promise<string> => readFile(join(cwd, ...path), "utf8");

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-decisions-"));
  await runMain([...truthful, "--out", "reply"], cwd);
  await runMain([...truthful, "--read-from", "decisions", "--out", "decided"], cwd);
});

describe("bench --read-from decisions", () => {
  it.each(["direct-split:none", "promptnce"])(
    "reproduces a truthful respondent's probabilities to 1e-9 by %s",
    async (method) => {
      const { data } = Papa.parse<Readonly<Record<string, string>>>(
        await read("decided", "estimates.csv"),
        { header: true, skipEmptyLines: true },
      );
      const own = data.filter((row) => row["method"] === method && row["est_conditional"] !== "");
      expect(own.length).toBeGreaterThanOrEqual(30);
      for (const row of own) {
        expect(Number(row["est_conditional"])).toBeCloseTo(Number(row["conditional"]), 9);
      }
      expect(await read("decided", "tables", "pmi.csv")).toMatch(
        /PromptNCE,promptnce,.*,1(\.0+)?,/,
      );
    },
  );

  it("says so in its manifest and under every table, which have no numbers of the paper", async () => {
    const { run } = JSON.parse(await read("decided", "manifest.json")) as { run: object };
    expect(run).toMatchObject({ mode: "decisions", readFrom: "decisions" });
    const tables = await readdir(join(cwd, "decided", "tables"));
    for (const name of tables.filter((one) => one.endsWith(".md"))) {
      expect(await read("decided", "tables", name)).toContain("Asked of a decision model");
    }
    expect(await read("decided", "tables", "pmi.csv")).not.toContain("paper_claude");
  });

  it("is recreated by bench report, and cannot be compared with a spoken run", async () => {
    const table = await read("decided", "tables", "pmi.md");
    expect((await runMain(["report", "decided"], cwd)).code).toBe(0);
    expect(await read("decided", "tables", "pmi.md")).toBe(table);
    const { code, stderr } = await runMain(["compare", "decided", "reply"], cwd);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("decided was asked in decisions mode and reply in faithful mode"),
    ]);
  });
});
