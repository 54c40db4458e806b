import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { page } from "#report";
import { checkReplaceablePage } from "./run-report.ts";

function pageBy(generator: string): string {
  return page({
    title: `A "<title>" ${"long ".repeat(30)}`,
    generator,
    simulated: undefined,
    facts: [],
    first: { verdict: "v", said: [], figure: undefined },
    outcome: undefined,
    sections: [],
    left: [],
    pairs: { pairs: [], questions: [] },
    pairsIntro: "",
    unreadable: [],
    manifest: {},
  });
}

function holding(content: string): string {
  const path = join(newFolder(), "scored.html");
  writeFileSync(path, content);
  return path;
}

it("replaces a page that report wrote, an empty file, or none", () => {
  for (const path of [
    holding(pageBy("promptnce report")),
    holding(""),
    join(newFolder(), "p.html"),
  ]) {
    expect(() => checkReplaceablePage(path)).not.toThrow();
  }
});

it.each([
  ["a page that estimate wrote", pageBy("promptnce estimate"), "promptnce estimate"],
  [
    "a page of another program",
    pageBy("promptnce report of mine").replace("promptnce", "your"),
    "something else",
  ],
  ["a page by hand", "<!doctype html><p>promptnce report</p>", "something else"],
])("refuses to replace %s and says who wrote it", (_, content, writer) => {
  const path = holding(content);
  expect(() => checkReplaceablePage(path)).toThrow(
    `${path} already exists and was written by ${writer}; name another file with --out, or add --force`,
  );
});
