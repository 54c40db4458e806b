import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** A run on two hundred pairs with ten labels, with a page or without one. */
async function estimated(profile: string, ...report: readonly string[]) {
  const folder = newFolder();
  const file = join(folder, "rows.csv");
  const rows = Array.from({ length: 200 }, (_, i) => `cue ${i},label ${i % 10}`);
  writeFileSync(file, ["cue,response", ...rows].join("\n"));
  const asked = ["estimate", "rows.csv", "--task", "words", "--y", "response", "--out", "o.csv"];
  const respondent = ["--profile", profile];
  const run = await promptnce([...asked, ...respondent, ...report], { cwd: folder });
  return { ...run, page: () => readFileSync(join(folder, "page.html"), "utf8") };
}

const FAR =
  /PromptNCE: [\d.]+ % of estimates rest on masses that sum far from one; the middle half/;

it("an estimate prints its rows and a line for each method first, and leaves its limits to the page", async () => {
  const { stderr, page } = await estimated("clueless", "--report", "page.html");
  const after = (text: string): number => stderr.indexOf(text);
  const order = [" PMI, nats ", "PromptNCE ", "200 pairs, ", "This is a rehearsal"];
  expect(order.map(after)).toEqual(order.map(after).toSorted((a, b) => a - b));
  expect(after(" PMI, nats ")).toBeGreaterThan(0);
  expect(stderr).not.toMatch(FAR);
  expect(page()).toMatch(new RegExp(`Limit: ${FAR.source}`));
  expect(page()).toMatch(/<li>unreadable: /);
});

it("an estimate without a page prints what would be there behind its numbers", async () => {
  const { stderr } = await estimated("clueless");
  expect(stderr).toMatch(/This is a rehearsal[^]*\nPromptNCE\n {2}unreadable /);
  expect(stderr).toMatch(new RegExp(`\nWhat limits this result\n {2}- ${FAR.source}`));
});

it("few labels, most of which fit into one set, are no limit of a result", async () => {
  const { stderr, page } = await estimated("truthful", "--k", "4", "--report", "page.html");
  expect(stderr).not.toContain("K/L");
  expect(page()).not.toMatch(/Limit: [^<]*K\/L/);
});
