import { describe, expect, it } from "vitest";
import type { ProviderIdentity } from "@promptnce/providers";
import { replyTokens } from "@promptnce/providers/contract";
import { isPlain } from "@promptnce/providers/vendors";
import { mostUsage, thoughtTokens } from "./reply-length.ts";

const question = { prompt: "a" };
/** As callers do, who know the model. */
const most = (request: Parameters<typeof mostUsage>[0], asked: ProviderIdentity) =>
  mostUsage(request, asked, isPlain(asked));
const thought = (asked: ProviderIdentity): number => thoughtTokens(asked, isPlain(asked));
const plain = { name: "openai", model: "gpt-4o", settings: {} };

describe("the most that a request may take", () => {
  it("counts a token for every byte of the prompt and of the schema", () => {
    const whole = most(question, plain);
    expect(most({ prompt: "aü" }, plain).inputTokens).toBe(whole.inputTokens + 2);
    const held = most({ ...question, schema: { a: 1 } }, plain);
    expect(held.inputTokens).toBe(whole.inputTokens + '{"a":1}'.length);
  });

  it.each(["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"])(
    "takes the length of a reply from the setting %s",
    (name) => expect(most(question, { ...plain, settings: { [name]: 7 } }).outputTokens).toBe(7),
  );

  it("takes what a model of its kind may write where the settings set no limit", () => {
    expect(most(question, plain).outputTokens).toBe(32_768);
    expect(most(question, { ...plain, model: "gpt-5" }).outputTokens).toBe(128_000);
  });

  it("takes what the reply's own grammar needs, in process, unless the settings set a limit", () => {
    const held = { name: "llama", model: "m", settings: { grammar: "schema" } };
    const grammar = { properties: { p: { type: "number" } } };
    expect(most({ ...question, grammar }, held).outputTokens).toBe(replyTokens(grammar));
    expect(most({ ...question, schema: grammar }, held).outputTokens).toBe(replyTokens(grammar));
    const limited = { ...held, settings: { ...held.settings, max_tokens: 7 } };
    expect(most({ ...question, grammar }, limited).outputTokens).toBe(7);
    expect(most({ ...question, grammar }, plain).outputTokens).toBe(32_768);
  });

  it("counts a text that is scored, and nothing that is written", () => {
    const continuation = { text: "yes", template: "plain", span: "content" } as const;
    const scored = most({ ...question, continuation }, plain);
    expect(scored.outputTokens).toBe(0);
    expect(scored.inputTokens).toBeGreaterThan(most(question, plain).inputTokens + 3);
  });
});

describe("what a model is expected to think", () => {
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
  ])("is nothing for %s:%s, of a family that does not unless told to", (name, model) => {
    expect(thought({ name, model, settings: {} })).toBe(0);
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
  ])("is much for %s:%s, of a family that does, or of none that is known", (name, model) => {
    expect(thought({ name, model, settings: {} })).toBe(1000);
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
  ])("is told by the settings %j, whatever the family: %d", (settings, tokens) => {
    expect(thought({ ...plain, settings })).toBe(tokens);
    expect(thought({ ...plain, model: "o4", settings })).toBe(tokens);
  });
});
