import { describe, expect, it } from "vitest";
import { cutPromptsText, promptLengths } from "./prompt-lengths.ts";

function cutOf(...prompts: (readonly [characters: number, tokens: number, cached?: number])[]) {
  const lengths = promptLengths();
  for (const [characters, inputTokens, cachedTokens] of prompts) {
    lengths.note("x".repeat(characters), {
      inputTokens,
      outputTokens: 9,
      ...(cachedTokens !== undefined && { cachedTokens }),
    });
  }
  return lengths.cut;
}

describe("promptLengths", () => {
  it("finds no cut where longer prompts have more tokens", () => {
    expect(cutOf([4000, 1000], [4400, 1000], [4410, 1000], [8000, 2000])).toBeUndefined();
    expect(cutOf([1000, 300], [1400, 300], [1200, 300])).toBeUndefined();
    expect(cutOf()).toBeUndefined();
  });

  it("finds prompts of different length with the same number of tokens, the most of all", () => {
    const prompts = [
      [9000, 2048],
      [12_000, 2048],
      [14_000, 2048],
      [3000, 750],
    ] as const;
    expect(cutOf(...prompts)).toEqual({ tokens: 2048, prompts: 3, least: 9000, most: 14_000 });
  });

  it("finds a single prompt with more characters than its tokens can stand for", () => {
    expect(cutOf([25_000, 2050])).toMatchObject({ tokens: 2050, most: 25_000 });
    expect(cutOf([25_000, 5000])).toBeUndefined();
  });

  it("counts the tokens of a cache that a server counts apart", () => {
    expect(cutOf([25_000, 500, 6000], [25_100, 500, 6000], [31_000, 500, 6000])).toMatchObject({
      tokens: 6000,
    });
    expect(cutOf([25_000, 500, 6000])).toBeUndefined();
  });
});

it("says what was counted, and what follows", () => {
  expect(cutPromptsText("m", { tokens: 2050, prompts: 12, least: 25_000, most: 99_000 })).toBe(
    "m was given 12 prompts of 25,000 to 99,000 characters, and its server counts 2,050 tokens for each: it has cut them, so that these estimates rest on a part of what was asked. Give the server a longer context, or the model shorter texts.",
  );
});
