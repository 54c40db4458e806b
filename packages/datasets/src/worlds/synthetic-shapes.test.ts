import { random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { inventedWords } from "./synthetic-shapes.ts";

it("makes distinct words that begin with a consonant and can be said", () => {
  const words = inventedWords(12_000, random(1));
  expect(new Set(words).size).toBe(12_000);
  for (const word of words)
    expect(word).toMatch(/^([bdfgklmnprstvz]{1,2}([aeiou]|ai|oo)){2}[bdfgklmnprvxz]$/);
});
