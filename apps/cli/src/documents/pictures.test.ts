import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTokens } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const pictures = markdownTokens(readme, "image").map(({ text, href }) => {
  return { told: text, path: href };
});

describe("the pictures of the README", () => {
  it("are the first screen, the page, the record and view, as made by `pnpm pictures`", () => {
    expect(pictures.map(({ path }) => path).toSorted()).toEqual(
      ["first", "page", "record", "view"].map((name) => `docs/pictures/${name}.png`),
    );
  });

  it.each(pictures)(
    "$path is a PNG of a size that fits a document, with alternative text",
    ({ told, path }) => {
      expect(told.split(" ").length).toBeGreaterThan(4);
      const bytes = readFileSync(join(root, path));
      expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
      expect(bytes.length).toBeLessThan(200_000);
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      expect(width).toBe(1200);
      expect(height).toBeGreaterThan(200);
      expect(height).toBeLessThan(1000);
    },
  );
});
