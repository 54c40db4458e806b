import type { Table } from "@promptnce/report";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../study/config.ts";
import { endText } from "./end-text.ts";

const pmi = (simulated: string | undefined, ...datasets: readonly string[]): Table => ({
  name: "pmi",
  title: "PMI",
  simulated,
  columns: ["dataset", "row", "method", "rho"].map((id) => ({ id, title: id })),
  rows: datasets.map((dataset) => [
    dataset,
    "PromptNCE",
    "promptnce",
    { value: 0.5, standardError: 0.1, mark: "best" },
  ]),
  notes: [],
});
const limit = (found: string, isBaseRate = false) => ({
  methods: ["M on d"],
  limit: { plain: found, found, threshold: "why", advice: "do", isBaseRate },
});
const unreadable = { template: "words/open@1", prompt: "p", reply: "r", reason: "no JSON" };

describe("the end of a run on the terminal", () => {
  it("has at most 13 lines: the outcome, the path of the page, and commands to paste", () => {
    const config = parseConfig({});
    const tables = [pmi("by a program", "words", "chaosnli", "goemotions")];
    expect(
      endText(
        {
          config,
          tables,
          unreadable: [unreadable],
          worlds: ["synthetic-words"],
          limits: ["One", "Two", "Three"].map((found) => limit(found)),
        },
        "npx --yes pnpm@12 ",
      ),
    ).toBe(
      [
        "Simulated answers: no language model was asked.",
        "Outcome: Spearman's ρ between estimated and true PMI",
        "  words       best: PromptNCE 0.50 ± 0.10",
        "  chaosnli    best: PromptNCE 0.50 ± 0.10",
        "  goemotions  best: PromptNCE 0.50 ± 0.10",
        "Unreadable replies: 1, all on the page.",
        "Limits  One; 2 more on the page",
        "Open    out/report.html",
        "Tables  out/tables, or here with --tables",
        "Next    what it would cost to ask a model about people's answers; nothing is sent:",
        "  npx --yes pnpm@12 promptnce datasets fetch words --data data",
        "  npx --yes pnpm@12 bench --data data --dataset words --experiment pmi --pairs 50 --dry-run \\",
        "    --model anthropic:claude-sonnet-5 --effort none",
        "",
      ].join("\n"),
    );
  });

  it("says the advice on base rates, whatever else limits the result", () => {
    const limits = [limit("One"), limit("base rates contradict", true)];
    const ended = { config: parseConfig({}), tables: [], unreadable: [], worlds: [], limits };
    expect(endText(ended)).toContain("\nLimits  base rates contradict; do; 1 more on the page\n");
  });

  it("distinguishes failed requests from unreadable replies", () => {
    const failed = { ...unreadable, reply: "", reason: "the request failed: no" };
    const text = endText({
      config: parseConfig({}),
      tables: [],
      unreadable: [failed, unreadable, failed],
      limits: [],
      worlds: [],
    });
    expect(text).toContain("Unreadable replies: 1. Failed requests: 2, all on the page.\n");
  });

  it("names as many tied methods as fit a line, and the number of the others", () => {
    const [row] = pmi(undefined, "words").rows;
    const names = ["PromptNCE", "MarginalNCE", "InfoNCE", "Direct-Split", "Direct-PMI"];
    const rows = names.map((name) => row!.map((cell, i) => (i === 1 ? name : cell)));
    const text = endText({
      config: parseConfig({}),
      tables: [{ ...pmi(undefined), rows }],
      unreadable: [],
      limits: [],
      worlds: [],
    });
    expect(text).toContain(
      "\n  words  tied for best: PromptNCE 0.50 ± 0.10, MarginalNCE 0.50 ± 0.10, and 3 more\n",
    );
  });

  it("prints a command for the full run that can be pasted", () => {
    const config = parseConfig({ model: ["openai:m"], data: "my data", out: "o" });
    expect(
      endText({
        config,
        tables: [pmi(undefined, "words")],
        unreadable: [],
        limits: [],
        worlds: [],
      }),
    ).toContain('without a model:\n  bench report o --data "my data"\n');
  });

  it("gives the number of tables if none is about PMI", () => {
    const table = { ...pmi("made up", "words"), name: "other" };
    const text = endText({
      config: parseConfig({ model: ["openai:m"] }),
      tables: [table],
      unreadable: [],
      limits: [],
      worlds: [],
    });
    expect(text).toMatch(
      /^Simulated data: these are no person's choices\.\nTables made: 1\.\nOpen/,
    );
  });

  it.each([
    [{ data: "my data", dataset: ["words"] }, '--data "my data" --dataset words'],
    [{ dataset: ["synthetic-words"] }, "--data data --dataset words"],
    [
      { dataFile: "a.csv", task: "t.yaml", y: "mood", count: "n" },
      "--data-file a.csv --task t.yaml --y mood --count n",
    ],
    [{ pack: ["@team/p"] }, "--pack @team/p"],
  ])("names for a model the data of a rehearsal over %j", (given, words) => {
    const ended = { config: parseConfig(given), tables: [], unreadable: [], limits: [] };
    expect(endText({ ...ended, worlds: [] })).toContain(
      `\n  bench ${words} --experiment pmi --pairs 50 --dry-run \\\n    --model anthropic:claude-sonnet-5 --effort none\n`,
    );
  });
});
