import type { Table } from "@promptnce/report";
import { describe, expect, it } from "vitest";
import type { ModelColumn } from "./column.ts";
import { saidText } from "./document.ts";
import { parts } from "./suite.ts";

function column(
  name: string,
  rows: readonly (readonly [string, number])[],
  scored = "9 of 9",
): ModelColumn {
  const columns: Table["columns"] = [
    { id: "dataset", title: "Dataset" },
    { id: "row", title: "Method" },
    { id: "scored", title: "Scored" },
    { id: "rho", title: "ρ", digits: 2 },
  ];
  const table = {
    name: "pmi",
    title: "PMI",
    columns,
    rows: rows.map(([row, value]) => {
      return ["words", row, scored, { value, standardError: 0.1, mark: "best" as const }];
    }),
  };
  const raw = {
    replies: 4,
    unreadable: 1,
    cut: 0,
    doubtful: 2,
    probabilities: 8,
    zeros: 2,
    outOfRange: 0,
    surplus: 0,
  };
  const options = [
    {
      template: "words-tokens/open@1",
      replies: 4,
      onOptions: 0.36,
      byPosition: [0.62, 0.38],
      unlisted: 0,
    },
  ];
  const provider = { name: "llama", settings: { file: "abc" } };
  return {
    name,
    result: {
      tables: [table],
      asks: [{ subject: "words", provider }],
      asked: [{ raw: { open: { ...raw, sums: [0, 1, 5, 5, 6] } }, options, leftOut: {} }],
    } as never,
    outcome: ["words: best: PromptNCE 0.50"],
    pace: new Map([
      ["words/open", { replies: 4, seconds: 1.234, inputTokens: 99.6, outputTokens: 20 }],
    ]),
    causes: new Map([["words/open: no JSON", 1]]),
    days: ["2026-01-01", "2026-01-02"],
  };
}

describe("the document of what models said", () => {
  it("has a row if any model has it, and columns for each model", () => {
    const [spoken] = parts;
    const one = column("one", [["PromptNCE", 0.5]], "9 of 9, 3 flagged");
    const two = column("two", [["GEM", -0.25]]);
    const text = saidText([[spoken!, [one, two]]]);
    expect(text).toContain(
      "| Dataset | Method    |       Scored, one |             ρ, one | Scored, two |",
    );
    expect(text).toContain(
      "| words   | PromptNCE | 9 of 9, 3 flagged | 0.50 ± 0.10 (best) |           – |",
    );
    expect(text).toMatch(/words {3}\| GEM {7}\| +– \| +– \| +9 of 9 \| −0.25 ± 0.10 \(best\) \|/);
    expect(saidText([[spoken!, [one]]])).toMatch(/\| Dataset \| Method {4}\| +Scored \| +ρ \|/);
  });

  it("describes each model: what it is, its replies, their cost, and why some were unreadable", () => {
    const text = saidText([
      [parts[0]!, [column("one", [["PromptNCE", 0.5]], "9 of 9, 3 flagged")]],
    ]);
    expect(text).toContain('llama, 2026-01-01 to 2026-01-02; settings `{"file":"abc"}`.');
    expect(text).toContain("- ρ with PMI on words: best: PromptNCE 0.50.");
    expect(text).toContain("| words-tokens/open@1 |                0.36 | 0.62, 0.38          |");
    expect(text).toContain(
      "| words/open |     4 |       25 % |         50 % | 0 to 6, median 5 | 25 % |            0 % |",
    );
    expect(text).toContain("1.23 | 100 + 20 |");
    expect(text).toMatch(/\| words\/open: no JSON +\| +1 \|/);
  });

  it("shows of decisions whether they are people's, a row for each way of asking", () => {
    const decided = column("one", [["among options", 0.5]]);
    const [table] = decided.result.tables;
    const columns = table!.columns.map(({ id, ...rest }) => ({
      ...rest,
      id: { row: "way", scored: "verdict" }[id] ?? id,
    }));
    const tables = [{ ...table!, name: "decisions-people", columns }];
    const text = saidText([[parts[2]!, [{ ...decided, result: { ...decided.result, tables } }]]]);
    expect(text).toContain("| words   | among options | 9 of 9 | 0.50 ± 0.10 (best) |");
  });

  it("leaves out a part that no model was asked", () => {
    expect(saidText([[parts[0]!, []]])).toBe("");
  });
});
