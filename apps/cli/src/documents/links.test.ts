import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { markdownTokens } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const documents = ["*.md", "docs/**/*.md", "packages/*/{README.md,docs/*.md}", "apps/*/README.md"];

interface Link {
  readonly file: string;
  /** The text after `#`. */
  readonly anchor: string;
}

/** The links of a document to other files or to its own headings. */
function links(markdown: string): Link[] {
  const all = [...markdownTokens(markdown, "link"), ...markdownTokens(markdown, "image")];
  return all
    .map(({ href }) => href)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = "", anchor = ""] = target.split("#");
      return { file, anchor };
    });
}

/** The anchors that GitHub gives to a document's headings. */
function anchors(markdown: string): string[] {
  return markdownTokens(markdown, "heading").map(({ text }) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documents", () => {
  it.each(globSync(documents, { cwd: root }).toSorted())(
    "%s links only to existing files and headings",
    (from) => {
      const text = readFileSync(join(root, from), "utf8");
      const missing = links(text).filter(({ file, anchor }) => {
        const path = join(root, file === "" ? from : join(dirname(from), file));
        return (
          !existsSync(path) ||
          (anchor !== "" && !anchors(readFileSync(path, "utf8")).includes(anchor))
        );
      });
      expect(missing).toEqual([]);
    },
  );

  it("begin with a README of at most 500 words", () => {
    const words = readFileSync(join(root, "README.md"), "utf8").split(/\s+/).filter(Boolean);
    expect(words.length).toBeLessThanOrEqual(500);
  });

  it("would fail with a dead link", () => {
    expect(links("[a](b.md#c) `[d](e)` [f](https://g.h)")).toEqual([{ file: "b.md", anchor: "c" }]);
    expect(anchors("# A, b: `c`\n\n```sh\n# d\n```\n## 1. É\n")).toEqual(["a-b-c", "1-é"]);
  });
});
