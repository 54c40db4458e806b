import type { Label } from "@promptnce/core";
import { checkCandidates, letters } from "./candidates.ts";
import { fenced, readFenced } from "./fence.ts";
import type { Slot } from "./body.ts";

/**
 * Candidates of many lines, each in a fence under a heading with `noun` and its letter. The fence
 * has more backticks than any candidate has in a row, so that no text in a candidate, whether a
 * fence or a heading, can be taken for its end. There can be 26 candidates ({@link letters}).
 *
 * @example
 * letteredBlocks("Program").write({ candidates: ["a = 1\nb = 2"] });
 * // → "Program A:\n```\na = 1\nb = 2\n```"
 */
export function letteredBlocks(noun: string): Slot<{ readonly candidates: readonly Label[] }> {
  return {
    about: `the candidates, each after "${noun} A:" (B, C …) between lines of backticks, three or more than any candidate has in a row, with an empty line between them`,
    write: ({ candidates }) => {
      const keys = letters(checkCandidates(candidates));
      return fenced(candidates.map((text, i) => ({ heading: `${noun} ${keys[i]}:`, text })));
    },
    read: (written) => {
      const blocks = readFenced(written) ?? [];
      const candidateKeys = blocks.map(({ heading }) =>
        heading.slice(`${noun} `.length, -":".length),
      );
      const hasHeadings = blocks.every(
        ({ heading }, i) => heading === `${noun} ${candidateKeys[i]}:`,
      );
      return hasHeadings && blocks.length > 0
        ? { candidates: blocks.map(({ text }) => text), candidateKeys }
        : {};
    },
  };
}
