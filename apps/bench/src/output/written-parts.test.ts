import { expect, it } from "vitest";
import { writtenParts } from "./written-parts.ts";

const document = (one: string, two: string): string =>
  `# A\n\n<!-- one, written by \`pnpm a\` -->\n${one}<!-- /one -->\n\nProse.\n\n<!-- two, written by \`pnpm b\` -->\n${two}<!-- /two -->\n`;

it("replaces the named parts of a document, each between its markers, and keeps the rest", () => {
  const once = writtenParts(document("old\n", "kept\n"), { one: "new" });
  expect(once).toBe(document("\nnew\n\n", "kept\n"));
  expect(writtenParts(once, { one: "new" })).toBe(once);
  expect(writtenParts(once, {})).toBe(once);
});

it("refuses a document without the markers of a part", () => {
  expect(() => writtenParts(document("", ""), { one: "", three: "" })).toThrow(
    "the document lacks the markers of three",
  );
});
