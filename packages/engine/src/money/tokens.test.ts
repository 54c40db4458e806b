import { describe, expect, it, vi } from "vitest";
import { tokenCounter } from "./tokens.ts";

describe("tokenCounter", () => {
  it("counts by the vocabulary of a model of OpenAI's, with what a user turn adds", async () => {
    // "tiktoken is great!" is six tokens in both, as the OpenAI Cookbook shows for cl100k_base.
    for (const [model, greek] of [
      ["gpt-4", 15],
      ["gpt-4o", 11],
      ["gpt-5.2", 11],
    ] as const) {
      const counter = await tokenCounter("openai", model);
      expect(counter.exact).toBe(true);
      expect(counter.input("tiktoken is great!")).toBe(13);
      expect(counter.input("καλημέρα")).toBe(greek);
    }
  });

  it("takes text that is spelled like a special token for text", async () => {
    const counter = await tokenCounter("openai", "gpt-4o");
    expect(counter.input("<|endoftext|>")).toBeGreaterThan(8);
  });

  it("estimates where the package with the vocabularies is not installed", async () => {
    vi.doMock("gpt-tokenizer/mapping", () => {
      throw new Error("Cannot find package");
    });
    try {
      expect((await tokenCounter("openai", "gpt-4o")).exact).toBe(false);
    } finally {
      vi.doUnmock("gpt-tokenizer/mapping");
    }
  });

  it.each([
    ["anthropic", "claude-sonnet-4-5"],
    ["openai-compatible", "gpt-4o"],
    ["openai", "a-model-of-tomorrow"],
    ["openai", "toString"],
  ])("says that it estimates for %s and %s", async (provider, model) => {
    const counter = await tokenCounter(provider, model);
    expect(counter.exact).toBe(false);
    expect(counter.input("12345")).toBe(2);
    expect(counter.input("")).toBe(0);
  });
});
