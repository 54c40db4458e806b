import { describe, expect, it } from "vitest";
import type { ProviderIdentity } from "@promptnce/providers";
import { replyLimit, replyTokens } from "@promptnce/providers/contract";
import { isPlain } from "@promptnce/providers/vendors";
import { mostUsage } from "./reply-length.ts";
import { tokenCounter } from "./tokens.ts";

const question = { prompt: "a" };
/** As callers do, who know the model. */
const most = (request: Parameters<typeof mostUsage>[0], asked: ProviderIdentity) =>
  mostUsage(request, asked, isPlain(asked));
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

  it("takes the request's own limit where the settings leave it to the request", () => {
    const left = { ...plain, settings: { max_output_tokens: { reasoning: 8000 } } };
    const grammar = { properties: { p: { type: "number" } } };
    const limit = replyLimit({ grammar }, left.settings);
    expect(most({ ...question, grammar }, left).outputTokens).toBe(limit);
    expect(most({ ...question, limit: 77 }, left).outputTokens).toBe(77);
  });

  it.each([1, 8, 20, 100])(
    "has room by that limit for four usual replies over %d candidates",
    async (count) => {
      const labels = Array.from({ length: count }, (_, i) => `RESPONSE${i}`);
      const masses = Object.fromEntries(labels.map((label) => [label, 0.0312]));
      const usual = `\`\`\`json\n${JSON.stringify(masses, null, 2)}\n\`\`\``;
      const properties = Object.fromEntries(labels.map((label) => [label, { type: "number" }]));
      const left = { ...plain, settings: { max_output_tokens: { reasoning: 0 } } };
      const tokens = await tokenCounter("openai", "gpt-4o");
      expect(tokens.exact).toBe(true);
      const { outputTokens } = most({ ...question, grammar: { properties } }, left);
      expect(outputTokens).toBeGreaterThan(4 * tokens.input(usual));
    },
  );

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
