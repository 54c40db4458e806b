import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const documents = ["*.md", "docs/**/*.md", "packages/*/{README.md,docs/*.md}", "apps/*/README.md"];

/** The links of a document to other files, without the part behind `#`. */
function links(markdown: string): string[] {
  const prose = markdown.replaceAll(/```.*?```/gs, "").replaceAll(/`[^`\n]*`/g, "");
  const all = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return all.filter((target) => !/^(https?:|#)/.test(target)).map((target) => target.replace(/#.*/, ""));
}

describe("the documents", () => {
  it.each(globSync(documents, { cwd: root }).toSorted())("%s links only to files that are there", (file) => {
    const targets = links(readFileSync(join(root, file), "utf8"));
    const missing = targets.filter((target) => !existsSync(join(root, dirname(file), target)));
    expect(missing).toEqual([]);
  });

  it("begin with a README of at most 500 words", () => {
    const words = readFileSync(join(root, "README.md"), "utf8").split(/\s+/).filter(Boolean);
    expect(words.length).toBeLessThanOrEqual(500);
  });

  it("would be caught with a link to nothing", () => {
    expect(links("[a](b.md#c) `[d](e)` [f](https://g.h)")).toEqual(["b.md"]);
  });
});
