import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { print, say, unwrapped, wrapText } from "./wrap-text.ts";

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

  it("keeps a row of a table on its line", () => {
    const row = "| promptnce | mean PMI | 25 | 25 | -0.778 |";
    expect(wrapText(row, 20)).toBe(row);
  });

  it("keeps a number and its percent sign together", () => {
    expect(wrapText("an interval that has 95 % of it", 23)).toBe(
      "an interval that has\n95 % of it",
    );
  });

  it("counts wide characters as two", () => {
    expect(wrapText("感情 感情 感情 感情 感情", 20)).toBe("感情 感情 感情 感情\n感情");
  });
});

describe("print and say", () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ["print", print, "stdout"],
    ["say", say, "stderr"],
  ] as const)("%s wraps lines at the width of its terminal, and only there", (_, write, name) => {
    const stream = process[name];
    const { columns } = stream;
    onTestFinished(() => void Object.assign(stream, { columns }));
    const written = vi.spyOn(stream, "write").mockReturnValue(true);
    Object.assign(stream, { columns: 22 });
    write("one two three four five six");
    Object.assign(stream, { columns: undefined });
    write("one two three four five six");
    write("a line with its end\n");
    expect(written.mock.calls).toEqual([
      ["one two three four\nfive six\n"],
      ["one two three four five six\n"],
      ["a line with its end\n"],
    ]);
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
