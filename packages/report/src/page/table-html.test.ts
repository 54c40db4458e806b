import { expect, it } from "vitest";
import { tableHtml } from "./table-html.ts";

const table = {
  name: "t",
  title: "T & U",
  simulated: undefined,
  columns: [
    { id: "m", title: "Method" },
    { id: "rho", title: "ρ", digits: 2 },
    { id: "note", title: "Note" },
  ],
  rows: [
    ["<a>", { value: 0.5, standardError: 0.1, mark: "best" as const }, "x"],
    ["b", undefined, undefined],
  ],
  notes: ["a < b"],
};

it("formats numbers, and missing values among them, as numbers", () => {
  const html = tableHtml(table);
  expect(html).toContain('<th scope="col" class="number">ρ</th>');
  expect(html).toMatch(/<th scope="row">b<\/th><td class="number">–<\/td><td>–<\/td>/);
});

it("marks the best, exposes the bare value for sorting, and renders names as text", () => {
  const html = tableHtml(table);
  expect(html).toMatch(
    /<th scope="row">&lt;a&gt;<\/th><td class="number" data-value="0.5" data-error="0.1"><strong>0.50 ± 0.10<\/strong><\/td>/,
  );
  expect(html).toContain("T &amp; U");
  expect(html).toContain("<li>a &lt; b</li>");
});

it("keeps the whole of a long table one click away, and names what it hides", () => {
  expect(tableHtml(table)).not.toContain("<details");
  const columns = Array.from({ length: 12 }, (_, i) => ({ id: `c${i}`, title: `C${i}` }));
  const html = tableHtml({ ...table, columns, rows: [columns.map(({ id }) => id)] });
  expect(html).toContain("<summary>All 12 columns, with those hidden above: C11</summary>");
  expect(html.match(/<table/g)).toHaveLength(2);
});

it("shows no words of the heading above it again, but has them in its caption", () => {
  const captionOf = (title: string, simulated?: string) => {
    const html = tableHtml({ ...table, title, simulated }, { heading: "Table 1" });
    return /<caption id="table-t"(.*?)<\/caption>/.exec(html)?.[1];
  };
  expect(captionOf("Table 1")).toBe(' class="unseen"><span>Table 1</span>');
  expect(captionOf("Table 1", "made up")).toMatch(/^><span>Table 1 <span class="mark">/);
  expect(captionOf("Table 1: K")).toBe('><span><span class="unseen">Table 1: </span>K</span>');
  expect(captionOf("Table 10")).toBe("><span>Table 10</span>");
});

it("adds the rows that only a page shows", () => {
  const html = tableHtml({ ...table, pageRows: [["GEM", undefined, "0.24 (Llama)"]] });
  expect(html).toContain('<th scope="row">GEM</th><td class="number">–</td><td>0.24 (Llama)</td>');
});
