import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { NextTokens } from "@promptnce/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llama } from "./llama.ts";

const given = process.env["PROMPTNCE_TEST_GGUF"];
const TINY =
  given ?? resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");
const INSTRUCT = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";

function model(file: string) {
  let provider: ReturnType<typeof llama>;
  // Threads of an idle model wait by spinning, which takes the processor from other tests.
  beforeAll(() => void (provider = llama({ file, maxTokens: 8, threads: 1 })));
  afterAll(() => provider[Symbol.asyncDispose]());
  const ask = async (prompt: string, ...options: readonly string[]) => {
    const reply = await provider.complete({ prompt, sample: 0, options });
    const { tokens } = JSON.parse(reply.text) as NextTokens;
    const mass = (text: string): number =>
      tokens
        .filter((one) => one.text.trim() === text)
        .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
    return { reply, tokens, mass };
  };
  const write = (prompt: string) => provider.complete({ prompt, sample: 0 });
  return { ask, write };
}

describe.skipIf(!existsSync(TINY))("the distribution over options, of a tiny real model", () => {
  const { ask, write } = model(TINY);

  it("has every token that spells an option in any case, and the likeliest of all, each once", async () => {
    const { tokens, reply } = await ask("Once upon a time", "A", "B");
    const texts = tokens.map(({ text }) => text.trim());
    expect(texts).toEqual(expect.arrayContaining(["A", "a", "B", "b"]));
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length);
    expect(tokens.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeLessThan(1 + 1e-5);
    expect(reply).toMatchObject({ stop: "end", usage: { outputTokens: 0 } });
  });

  it("gives a token the probability that scoring it as a text does", async () => {
    const { tokens } = await ask("Once upon a", "A");
    const likeliest = tokens.toSorted((a, b) => b.logprob - a.logprob)[0]!;
    expect(likeliest.text.trim()).toBe("time");
    expect(likeliest.logprob).toBeGreaterThan(-0.1);
  });

  it("gives the same numbers whatever was asked or written before", async () => {
    const begin = "Once upon a time there was a little girl who lived in a house with a big";
    const before = await ask(`${begin} garden. She`, "A", "B");
    await ask(`${begin} dog. The dog`, "A", "B");
    expect((await ask(`${begin} garden. She`, "A", "B")).tokens).toEqual(before.tokens);
    await write(`${begin} garden. She`);
    expect((await ask(`${begin} garden. She`, "A", "B")).tokens).toEqual(before.tokens);
  });

  it("says which option is no token of the vocabulary", async () => {
    await expect(ask("Once", "A", "Zzzz")).rejects.toThrow("no token for Zzzz");
  });
});

describe.skipIf(!existsSync(INSTRUCT))(
  "the distribution over options, of a real model in a chat",
  { tags: ["full"] },
  () => {
    const { ask } = model(INSTRUCT);
    const options = "A. PUSH\nB. HIT\nC. PULL\nD. none of these";

    it("puts some of its mass on each letter, and some on other words", async () => {
      const { mass } = await ask(
        `Which of these follows SHOVE?\n\n${options}\n\nAnswer with one letter.\nAnswer:`,
        "A",
        "B",
        "C",
        "D",
      );
      const masses = ["A", "B", "C", "D"].map(mass);
      const onOptions = masses.reduce((sum, one) => sum + one, 0);
      expect(onOptions).toBeGreaterThan(0.05);
      expect(onOptions).toBeLessThan(1);
      expect(masses.every((one) => one > 0)).toBe(true);
    });

    it("answers yes and no", async () => {
      const { mass } = await ask(
        "Is water wet? Answer with one word, Yes or No.\nAnswer:",
        "Yes",
        "No",
      );
      expect(mass("Yes")).toBeGreaterThan(0);
      expect(mass("No")).toBeGreaterThan(0);
    });
  },
);
