import type { Label } from "@promptnce/core";
import { letters } from "./candidate-keys.ts";
import { checkCandidates } from "./check-candidates.ts";
import { fence } from "./fence.ts";
import type { Slot } from "./slot.ts";

/**
 * Candidates of many lines: each in a fence, under a heading with `noun` and its letter. The fence
 * is of more backticks than any candidate has in a row, so that no text in a candidate, be it a
 * fence or a heading, can be taken for the end of it. There can be 26 ({@link letters}).
 */
export function letteredBlocks(noun: string): Slot<{ readonly candidates: readonly Label[] }> {
  return {
    about:
      `the candidates, each after "${noun} A:" (B, C …) between lines of backticks, three or ` +
      `more than any candidate has in a row, with an empty line between them`,
    write: ({ candidates }) => blocks(noun, letters(checkCandidates(candidates)), candidates),
    read: (text) => {
      const [, line] = /\n(`{3,})\n/.exec(text) ?? [];
      if (line === undefined) return {};
      const parts = text.split(line);
      const candidates = parts.filter((_, i) => i % 2 === 1).map((part) => part.slice(1, -1));
      const candidateKeys = parts
        .filter((_, i) => i % 2 === 0 && i < parts.length - 1)
        .map((heading) => heading.trim().slice(`${noun} `.length, -":".length));
      // Where other text that reads like the prompt got in, nothing is better than something else.
      return blocks(noun, candidateKeys, candidates) === text ? { candidates, candidateKeys } : {};
    },
  };
}

function blocks(noun: string, keys: readonly string[], candidates: readonly Label[]): string {
  const line = fence(candidates);
  return candidates.map((candidate, i) => `${noun} ${keys[i]}:\n${line}\n${candidate}\n${line}`).join("\n\n");
}
