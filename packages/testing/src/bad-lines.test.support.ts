import { expect, it } from "vitest";
import type { ProgramResult } from "./run-here.ts";

/** The command line, the exit code, and the beginning or a part of the one sentence. */
type BadLine = readonly [line: string, code: 1 | 2, sentence: string];

/**
 * Tests that a program ends with the code of each command line and one sentence on standard error,
 * and writes nothing.
 */
export function testBadLines(
  lines: readonly BadLine[],
  run: (words: readonly string[], code: 1 | 2) => Promise<ProgramResult>,
): void {
  it.each(lines)("%s: exits with %i and one sentence", async (line, code, sentence) => {
    const words = (line.match(/"[^"]*"(?= |$)|\S+/g) ?? []).map((word) =>
      word.replace(/^"([^"]*)"$/, "$1"),
    );
    const { status, stdout, stderr } = await run(words, code);
    expect(stderr.split("\n").filter((one) => /^(bench|error):/.test(one))).toEqual([
      expect.stringContaining(sentence),
    ]);
    expect(stderr).not.toMatch(/^\s+at |hunter2|should not have happened/m);
    // The sentence names an option by its flag, not by its name in a library.
    expect(stderr).not.toMatch(/`[a-z]\w*(\.\w+)?(: [^`]+)?`/);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });
}
