import { describe, expect, it } from "vitest";
import { tokenCounter } from "./tokens.ts";

describe("tokenCounter", () => {
  it("counts by the vocabulary of a model of OpenAI's, with what a user turn adds", async () => {
    // "tiktoken is great!" is six tokens in both, as the OpenAI Cookbook shows for cl100k_base.
    for (const [model, label] of [
      ["gpt-4", "cl100k_base"],
      ["gpt-4o", "o200k_base"],
      ["gpt-5.2", "o200k_base"],
    ] as const) {
      const counter = await tokenCounter("openai", model);
      expect(counter).toMatchObject({ label, exact: true });
      expect(counter.output("tiktoken is great!")).toBe(6);
      expect(counter.input("tiktoken is great!")).toBe(13);
    }
  });

  it("takes text that is spelled like a special token for text", async () => {
    const counter = await tokenCounter("openai", "gpt-4o");
    expect(counter.output("<|endoftext|>")).toBeGreaterThan(1);
  });

  it.each([
    ["anthropic", "claude-sonnet-4-5"],
    ["openai-compatible", "gpt-4o"],
    ["openai", "a-model-of-tomorrow"],
    ["openai", "toString"],
  ])("says that it estimates for %s and %s", async (provider, model) => {
    const counter = await tokenCounter(provider, model);
    expect(counter).toMatchObject({ label: "estimated", exact: false });
    expect(counter.input("12345")).toBe(2);
    expect(counter.output("")).toBe(0);
  });
});
