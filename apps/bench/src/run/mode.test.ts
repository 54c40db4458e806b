import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const small = [
  "--pairs",
  "15",
  "--dev",
  "0",
  "--dataset",
  "synthetic-goemotions",
  "--profile",
  "truthful",
  "--methods",
  "direct-split,promptnce,infonce,gem",
];
const note = "Asked in structured mode (constant keys, replies held to a JSON Schema)";
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-mode-"));
  const experiments = ["--experiment", "conditional,pmi"];
  await runMain([...small, ...experiments, "--out", "faithful"], cwd);
  await runMain([...small, ...experiments, "--mode", "structured", "--out", "structured"], cwd);
});

const read = (...path: string[]): Promise<string> => readFile(join(cwd, ...path), "utf8");
const manifest = async (folder: string) =>
  JSON.parse(await read(folder, "manifest.json")) as {
    readonly run: { readonly mode: string };
    readonly templates: readonly { readonly id: string }[];
    readonly counts: object;
  };

describe("bench --mode structured", () => {
  it("uses its own prompts with schemas, says so in the manifest and in every table, and scores the same pairs", async () => {
    const { run, templates } = await manifest("structured");
    expect(run.mode).toBe("structured");
    expect(templates.length).toBeGreaterThan(3);
    for (const { id } of templates) {
      expect(id).toMatch(/\.structured$|\/likelihood$/);
    }
    const all = [...readJournal(join(cwd, "structured", "replies.jsonl"), () => {})];
    const records = all.filter(({ continuation }) => continuation === undefined);
    expect(records.length).toBeGreaterThan(50);
    expect(records.every(({ schema }) => schema !== undefined)).toBe(true);
    const tables = (await readdir(join(cwd, "structured", "tables"))).filter((name) =>
      name.endsWith(".md"),
    );
    expect(tables.length).toBeGreaterThan(1);
    for (const name of tables) {
      expect(await read("structured", "tables", name)).toContain(note);
    }
    expect(await read("structured", "report.html")).toContain("<dt>Mode</dt><dd>structured</dd>");
  });

  it("is not the default: the manifest names the mode, and no table is marked", async () => {
    expect((await manifest("faithful")).run.mode).toBe("faithful");
    expect(await read("faithful", "tables", "pmi.md")).not.toContain("structured mode");
    const records = [...readJournal(join(cwd, "faithful", "replies.jsonl"), () => {})];
    expect(records.some(({ schema }) => schema !== undefined)).toBe(false);
  });

  it("gives a truthful respondent the same estimates as the paper's prompts", async () => {
    expect(await read("structured", "estimates.csv")).toBe(await read("faithful", "estimates.csv"));
  });

  it("shares no reply with faithful mode in the same store", async () => {
    const args = [...small, "--experiment", "conditional", "--out", "both"];
    await runMain(args, cwd);
    const records = [...readJournal(join(cwd, "both", "replies.jsonl"), () => {})];
    const scored = records.filter(({ continuation }) => continuation !== undefined).length;
    await runMain([...args, "--mode", "structured"], cwd);
    expect((await manifest("both")).counts).toMatchObject({
      asked: records.length - scored,
      fromStore: scored,
    });
    await runMain([...args, "--mode", "structured"], cwd);
    expect((await manifest("both")).counts).toMatchObject({ asked: 0 });
  });

  it("is kept by bench report, and cannot be compared with the other mode", async () => {
    const table = await read("structured", "tables", "pmi.md");
    expect((await runMain(["report", "structured"], cwd)).code).toBe(0);
    expect(await read("structured", "tables", "pmi.md")).toBe(table);
    const { code, stderr } = await runMain(["compare", "structured", "faithful"], cwd);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "structured was asked in structured mode and faithful in faithful mode",
    );
    const same = await runMain(["compare", "structured", "structured"], cwd);
    expect(same.stdout).toContain("Both runs were asked in structured mode.");
  });

  it("ends with one sentence at a server without schemas, and does not ask without one", async () => {
    const joint = syntheticWorld("goemotions", "1");
    const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
    const outcomes = new Set<string>();
    await using server = await simulatedServer({
      respondent,
      rejects: ["response_format"],
      onRequest: ({ outcome }) => void outcomes.add(outcome),
    });
    const { code, stderr } = await runMain(
      [
        "--dataset",
        "synthetic-goemotions",
        "--experiment",
        "conditional",
        "--provider",
        "openai",
        "--model",
        "local",
        "--base-url",
        server.openaiUrl,
        "--pairs",
        "10",
        "--dev",
        "5",
        "--mode",
        "structured",
        "--yes",
        "--out",
        "refused",
      ],
      cwd,
    );
    expect(code).toBe(1);
    expect(stderr).toContain("Unsupported parameter: response_format");
    expect(stderr).toContain("where the model or server takes none, ask in faithful mode.");
    expect([...outcomes]).toEqual(["bad-request"]);
  });
});
