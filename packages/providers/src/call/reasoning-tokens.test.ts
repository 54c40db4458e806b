import { describe, expect, it } from "vitest";
import { isPlain } from "../vendors/list.ts";
import type { ProviderIdentity } from "./provider-identity.ts";
import { reasoningTokens } from "./reasoning-tokens.ts";

const expected = (asked: ProviderIdentity): number =>
  reasoningTokens(asked.settings, isPlain(asked));
const plain = { name: "openai", model: "gpt-4o", settings: {} };

describe("reasoningTokens", () => {
  it.each([
    ["anthropic", "claude-opus-4-8"],
    ["anthropic", "claude-3-5-haiku-latest"],
    ["openai", "gpt-4.1-mini"],
    ["openai", "gpt-5.2"],
    ["openai", "ft:gpt-4o-mini:us::1"],
    ["openai-compatible", "meta-llama/Llama-3.1-8B-Instruct"],
    ["openai-compatible", "mistralai/Mistral-7B"],
    ["openai-compatible", "Qwen/Qwen2.5-7B-Instruct"],
    ["llama", "anything"],
    ["simulated", "model-like"],
  ])("are none for %s:%s, of a family that does not unless told to", (name, model) => {
    expect(expected({ name, model, settings: {} })).toBe(0);
  });

  it.each([
    ["openai", "gpt-5"],
    ["openai", "gpt-5.2-pro"],
    ["openai", "o4-mini"],
    ["openai", "gpt-6-of-next-year"],
    ["anthropic", "claude-something-5"],
    ["openai-compatible", "Qwen/Qwen3-8B"],
    ["openai-compatible", "deepseek-ai/DeepSeek-R1-Distill-Llama-8B"],
    ["google.generative-ai", "gemini"],
  ])("are many for %s:%s, of a family that does, or of none that is known", (name, model) => {
    expect(expected({ name, model, settings: {} })).toBe(1000);
  });

  it.each([
    [{ reasoning: { effort: "none" } }, 0],
    [{ thinking: { type: "disabled" } }, 0],
    [{ reasoning: { effort: "low" } }, 300],
    [{ reasoning_effort: "high" }, 3000],
    [{ output_config: { effort: "medium" } }, 1000],
    [{ reasoning: "minimal" }, 100],
    [{ reasoning: { effort: "xhigh" } }, 10_000],
    [{ thinking: { type: "adaptive" } }, 1000],
  ])("are told by the settings %j, whatever the family: %d", (settings, tokens) => {
    expect(expected({ ...plain, settings })).toBe(tokens);
    expect(expected({ ...plain, model: "o4", settings })).toBe(tokens);
  });
});
