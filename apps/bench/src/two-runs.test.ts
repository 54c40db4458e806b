import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "./testing/run-main.ts";

const small = ["--pairs", "40", "--dev", "10", "--experiment", "conditional,pmi"];
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-two-"));
  await runMain([...small, "--out", "a"], cwd);
  await runMain([...small, "--out", "b", "--profile", "truthful"], cwd);
}, 60_000);

describe("bench report", () => {
  it("makes the same files again from the stored replies", async () => {
    const files = ["tables/pmi.md", "tables/conditional.csv", "estimates.csv"];
    const read = () => Promise.all(files.map((name) => readFile(join(cwd, "a", name), "utf8")));
    const before = await read();
    await rm(join(cwd, "a", "tables"), { recursive: true });
    expect((await runMain(["report", "a"], cwd)).code).toBe(0);
    expect(await read()).toEqual(before);
  });

  it("asks nobody: what the store lacks stays unasked", async () => {
    await runMain([...small, "--out", "c"], cwd);
    const store = join(cwd, "c", "replies.jsonl");
    const lines = (await readFile(store, "utf8")).trimEnd().split("\n");
    await writeFile(store, `${lines.slice(0, lines.length / 2).join("\n")}\n`);
    const half = await readFile(store, "utf8");
    expect((await runMain(["report", "c"], cwd)).code).toBe(0);
    expect(await readFile(store, "utf8")).toBe(half);
    expect(await readFile(join(cwd, "c", "estimates.csv"), "utf8")).toContain(",unasked,");
  });

  it("of a folder without a run exits with 2 and one sentence", async () => {
    const { code, stderr } = await runMain(["report", "nowhere"], cwd);
    expect(stderr).toContain("manifest.json is not the manifest of a run");
    expect(code).toBe(2);
  });
});

describe("bench compare", () => {
  it("gives differences with paired intervals and what differs in the manifests", async () => {
    const { code, stdout } = await runMain(["compare", "b", "a"], cwd);
    expect(code).toBe(0);
    expect(stdout).toContain("> **Simulated.**");
    expect(stdout).toMatch(
      /\| synthetic-words +\| +5 \| promptnce:empirical +\| truthful \/ model-like/,
    );
    expect(stdout).toContain('- `run.profile`: "truthful" | "model-like"');
  });

  it("of a run with itself finds no difference at all", async () => {
    const { stdout } = await runMain(["compare", "a", "a"], cwd);
    const rows = stdout.split("\n").filter((line) => line.startsWith("| synthetic-"));
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) expect(row).toMatch(/\| +0\.000 \| +0\.000 \| +0\.000 \| +1\.0000 \|$/);
    expect(stdout).toContain("No difference.");
  });

  it("of a folder without a run exits with 2 and one sentence", async () => {
    const { code, stderr } = await runMain(["compare", "a", "nowhere"], cwd);
    expect(stderr).toContain("nowhere does not hold a run");
    expect(code).toBe(2);
  });
});
