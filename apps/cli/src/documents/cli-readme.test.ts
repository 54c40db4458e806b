import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

it("the README's first estimate runs and prints what the README says", async () => {
  const [example] = readme
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith("## A first estimate\n"));
  const folder = await runDocument(example ?? "");
  const [header, ...rows] = readFileSync(join(folder, "scored.csv"), "utf8").trim().split("\n");
  expect(header).toContain(",pmi,");
  expect(rows).toHaveLength(8);
  expect(readFileSync(join(folder, "page.html"), "utf8")).toContain("<svg");
});
