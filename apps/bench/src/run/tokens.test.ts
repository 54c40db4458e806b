import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { readJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const small = [
  "--pairs",
  "12",
  "--dev",
  "0",
  "--dataset",
  "synthetic-goemotions",
  "--experiment",
  "conditional,pmi",
  "--methods",
  "direct-split,promptnce,infonce",
];
const truthful = [...small, "--profile", "truthful"];
const tokens = ["--read-from", "tokens"];
let cwd: string;

const read = (...path: string[]): Promise<string> => readFile(join(cwd, ...path), "utf8");
const manifest = async (folder: string) =>
  JSON.parse(await read(folder, "manifest.json")) as {
    readonly run: object;
    readonly counts: object;
    readonly templates: readonly { readonly id: string }[];
    readonly providers: readonly {
      readonly options: readonly {
        readonly template: string;
        readonly onOptions: number;
        readonly byPosition: number[];
      }[];
    }[];
  };
type Row = Readonly<Record<string, string>>;
const rows = async (folder: string): Promise<readonly Row[]> =>
  Papa.parse<Row>(await read(folder, "estimates.csv"), { header: true, skipEmptyLines: true }).data;

/** The largest difference between two columns, over a method's rows that have both. */
async function worst(folder: string, method: string, one: string, other: string): Promise<number> {
  const own = (await rows(folder)).filter(
    (row) => row["method"] === method && row[one] !== "" && row[other] !== "",
  );
  expect(own.length).toBeGreaterThanOrEqual(12);
  return Math.max(...own.map((row) => Math.abs(Number(row[one]) - Number(row[other]))));
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-tokens-"));
  await runMain([...truthful, "--out", "reply"], cwd);
  await runMain([...truthful, ...tokens, "--out", "tokens"], cwd);
  await runMain([...truthful, ...tokens, "--rotations", "3", "--out", "rotated"], cwd);
});

describe("bench --read-from tokens", () => {
  it.each(["tokens", "rotated"])(
    "reproduces a truthful respondent's probabilities to 1e-9 (%s)",
    async (folder) => {
      expect(
        await worst(folder, "direct-split:none", "est_conditional", "conditional"),
      ).toBeLessThan(1e-9);
      expect(await worst(folder, "promptnce", "est_conditional", "conditional")).toBeLessThan(1e-9);
      expect(await worst(folder, "promptnce", "est_pmi", "pmi")).toBeLessThan(1e-6);
      const spoken = new Map(
        (await rows("reply")).map((row) => [
          JSON.stringify([row["method"], row["pair"], row["list"]]),
          row,
        ]),
      );
      for (const row of await rows(folder)) {
        const other = spoken.get(JSON.stringify([row["method"], row["pair"], row["list"]]));
        for (const part of ["est_conditional", "est_marginal", "est_other"]) {
          expect(Number(row[part])).toBeCloseTo(Number(other?.[part]), 9);
        }
      }
      expect(await read(folder, "tables", "pmi.csv")).toMatch(/PromptNCE,promptnce,.*,1(\.0+)?,/);
    },
  );

  it("uses its own prompts, and says so in the manifest and in every table", async () => {
    const { run, templates, providers } = await manifest("tokens");
    expect(run).toMatchObject({ mode: "tokens", readFrom: "tokens", rotations: 1 });
    for (const { id } of templates) {
      expect(id).toMatch(/\.tokens$|\/likelihood$/);
    }
    const asked = [...readJournal(join(cwd, "tokens", "replies.jsonl"), () => {})];
    const own = asked.filter(({ continuation }) => continuation === undefined);
    expect(own.length).toBeGreaterThan(40);
    for (const { options, reply } of own) {
      expect(options?.length).toBeGreaterThan(1);
      expect(JSON.parse(reply.text)).toHaveProperty("tokens");
    }
    for (const { onOptions, byPosition } of providers[0]!.options) {
      expect(onOptions).toBeCloseTo(1, 9);
      expect(byPosition.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }
    const tables = (await readdir(join(cwd, "tokens", "tables"))).filter((name) =>
      name.endsWith(".md"),
    );
    for (const name of tables)
      expect(await read("tokens", "tables", name)).toContain("Read from tokens");
    expect(await read("tokens", "tables", "pmi.csv")).not.toContain("paper_claude");
    expect(await read("reply", "tables", "pmi.csv")).toContain("paper_claude");
    const page = await read("tokens", "report.html");
    expect(page).toContain("<dt>Mode</dt><dd>tokens</dd>");
    expect(page).toContain("of the next token");
  });

  it("asks each rotation as a separate request, and shares the first with a run without rotations", async () => {
    await runMain([...truthful, ...tokens, "--out", "both"], cwd);
    await runMain([...truthful, ...tokens, "--rotations", "2", "--out", "both"], cwd);
    const [once, twice] = [await manifest("tokens"), await manifest("both")];
    const { questions } = once.counts as { questions: number };
    const scored = 12 + 12; // GEM has no options to turn round.
    const counts = twice.counts as { questions: number; fromStore: number };
    expect(counts.fromStore).toBe(questions);
    expect(counts.questions).toBeGreaterThan(2 * questions - 2 * scored);
  });

  it("is recreated by bench report, and cannot be compared with a spoken run", async () => {
    const table = await read("rotated", "tables", "pmi.md");
    expect((await runMain(["report", "rotated"], cwd)).code).toBe(0);
    expect(await read("rotated", "tables", "pmi.md")).toBe(table);
    const { code, stderr } = await runMain(["compare", "tokens", "reply"], cwd);
    expect(code).toBe(2);
    expect(stderr).toContain("tokens was asked in tokens mode and reply in faithful mode");
    expect((await runMain(["compare", "tokens", "rotated"], cwd)).code).toBe(0);
  });

  it(
    "shows a model's preferences in the summary, which all rotations together cancel",
    { tags: "full" },
    async () => {
      const args = [
        ...small,
        ...tokens,
        "--dataset",
        "synthetic-chaosnli",
        "--experiment",
        "conditional",
      ];
      await runMain([...args, "--out", "biased"], cwd);
      await runMain([...args, "--rotations", "4", "--out", "even"], cwd);
      for (const folder of ["biased", "even"]) {
        const { options } = (await manifest(folder)).providers[0]!;
        for (const { onOptions } of options) {
          expect(onOptions).toBeCloseTo(0.36, 9);
        }
      }
    },
  );

  it.each([
    [["--mode", "structured"], "a schema constrains written replies"],
    [["--methods", "direct-pmi,promptnce"], "direct-pmi asks for what no single token can say"],
    [["--k", "26"], "the letters A to Z name 25 labels and OTHER"],
    [["--provider", "anthropic", "--model", "m", "--dry-run"], "gives no probabilities of tokens"],
    [["--provider", "openai", "--model", "m", "--batch"], "which no batch gives"],
  ])("does not go with %j", async (args, sentence) => {
    const { code, stderr } = await runMain([...small, ...tokens, ...args, "--out", "refused"], cwd);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  it("is required by --rotations", async () => {
    const { code, stderr } = await runMain([...small, "--rotations", "2", "--out", "refused"], cwd);
    expect(stderr).toContain("--rotations: rotates the options of --read-from tokens");
    expect(code).toBe(2);
  });

  it("reproduces a truthful toy model's probabilities to 1e-6 from its server, through the vendor's SDK", async () => {
    const joint = syntheticWorld("goemotions", "1");
    const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" });
    await using server = await simulatedServer({ respondent });
    const model = [
      "--provider",
      "openai",
      "--model",
      "toy",
      "--base-url",
      server.openaiUrl,
      "--yes",
      "--out",
      "toy",
    ];
    const { code, stderr } = await runMain([...small, ...tokens, ...model], cwd);
    expect(stderr).toContain("of the next token's mass fell on the options");
    expect(code).toBe(0);
    expect(await worst("toy", "direct-split:none", "est_conditional", "conditional")).toBeLessThan(
      1e-6,
    );
    expect(await worst("toy", "promptnce", "est_conditional", "conditional")).toBeLessThan(1e-6);
  });
});
