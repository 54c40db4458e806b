import { describe, expect, it } from "vitest";
import { unwrapped, wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  it("breaks a line between words, at the width at most", () => {
    expect(wrapText("one two three four five six", 20)).toBe("one two three four\nfive six");
  });

  it("leaves a line alone that fits, and a word that does not", () => {
    expect(wrapText("short", 20)).toBe("short");
    expect(wrapText("https://example.org/a-long-address", 20)).toBe(
      "https://example.org/a-long-address",
    );
  });

  it("goes on behind the indentation, a bullet, or in the second column of a list", () => {
    expect(wrapText("  - one two three four five six", 24)).toBe(
      "  - one two three four\n    five six",
    );
    expect(wrapText("  name  one two three four five six", 28)).toBe(
      "  name  one two three four\n        five six",
    );
  });

  it.each([
    "  promptnce estimate messages.csv --task words --y response",
    '  echo \'{"y":"PUSH","grounding":{"labels":[]}}\' |',
  ])("keeps a command on its line, which is pasted: %s", (command) => {
    expect(wrapText(command, 30)).toBe(command);
  });

  it("counts wide characters as two", () => {
    expect(wrapText("感情 感情 感情 感情 感情", 20)).toBe("感情 感情 感情 感情\n感情");
  });
});

describe("unwrapped", () => {
  it("joins the lines of a paragraph and of a list's second column, and nothing else", () => {
    const text = [
      "One sentence",
      "goes on here.",
      "",
      "Modes:",
      "  pairs   the pair of",
      "          each row",
      "  promptnce run \\",
      "    --k 3",
    ];
    expect(unwrapped(text.join("\n"))).toBe(
      "One sentence goes on here.\n\nModes:\n  pairs   the pair of each row\n  promptnce run \\\n    --k 3",
    );
  });
});
