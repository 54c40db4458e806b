import { describe, expect, it } from "vitest";
import { tableCsv } from "./table-csv.ts";
import { escapeCell, markdownTableOf, tableMarkdown } from "./table-markdown.ts";
import type { Table } from "./table.ts";

const table: Table = {
  name: "pmi",
  title: "End to end",
  simulated: "No model was asked.",
  columns: [
    { id: "method", title: "Method" },
    { id: "n", title: "n" },
    { id: "rho", title: "ρ", digits: 2 },
  ],
  rows: [
    ["Prompt|NCE, \\ and\nmore", 1500, { value: -0.123456, standardError: 0.04 }],
    ["Nothing", 0, { value: Number.NaN, standardError: Number.NaN }],
    ["Absent", undefined, undefined],
  ],
  notes: ["K = 5"],
};

describe("tableMarkdown", () => {
  const text = tableMarkdown(table);

  it("rounds numbers for people and puts the standard error after its value", () => {
    expect(text).toMatch(/\| +1,500 \| −0.12 ± 0.04 \|/);
  });

  it("says what is simulated above the numbers", () => {
    expect(text.indexOf("**Simulated.** No model was asked.")).toBeLessThan(text.indexOf("−0.12"));
    expect(tableMarkdown({ ...table, simulated: undefined })).not.toContain("Simulated");
  });

  it("keeps text from data inside its cell", () => {
    expect(text).toContain("Prompt\\|NCE, \\\\ and more");
  });

  it("distinguishes a number without a value from a missing one", () => {
    expect(text).toMatch(/\| Nothing +\| +0 \| +no value \|/);
    expect(text).toMatch(/\| Absent +\| +– \| +– \|/);
  });
});

describe("a cell of Markdown", () => {
  it.each([
    ["is on one line", "a\n \tb\u001B[2J", String.raw`a b \[2J`],
    ["ends no cell and no escape", "a|b\\", String.raw`a\|b\\`],
    ["is no markup", "<b>*x*</b> [y](z) `c`", "\\<b\\>\\*x\\*\\</b\\> \\[y\\](z) \\`c\\`"],
    [
      "has underscores as they are inside words alone",
      "_a_ ρ_marg log P_S(y)",
      String.raw`\_a\_ ρ_marg log P_S(y)`,
    ],
  ])("%s", (_, text, cell) => {
    expect(escapeCell(text)).toBe(cell);
    expect(markdownTableOf([text], [], ["l"])).toContain(`| ${cell} |`);
  });

  it("is aligned as its column requests", () => {
    expect(markdownTableOf(["name", "n"], [["a", "1000"]], ["l", "r"])).toBe(
      "| name |    n |\n| :--- | ---: |\n| a    | 1000 |",
    );
  });
});

describe("tableCsv", () => {
  it("keeps every digit, puts the standard error in its own column, and marks simulated rows", () => {
    const [head, first, second, third] = tableCsv({
      ...table,
      rows: [["A", 1, { value: -0.123456, standardError: 0.04 }], ...table.rows.slice(1)],
    }).split("\n");
    expect(head).toBe("method,n,rho,rho_se,simulated");
    expect(first).toBe("A,1,-0.123456,0.04,true");
    expect(second).toBe("Nothing,0,NaN,NaN,true");
    expect(third).toBe("Absent,,,,true");
  });
});
