import { describe, expect, it } from "vitest";
import { lenientReply, textContent, tokensOf } from "./lenient-reply.ts";

it.each([
  [0, 0],
  [7, 7],
  ["7", 7],
  ["7.5", undefined],
  ["", undefined],
  [-1, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [null, undefined],
  [[7], undefined],
])("counts %j as %s tokens", (given, count) => expect(tokensOf(given)).toBe(count));

it("gives no usage of one side alone, and the whole of it without the details that are none", () => {
  const details = {
    input_tokens_details: { cached_tokens: "?" },
    output_tokens_details: { reasoning_tokens: 1 },
  };
  const usage = { input_tokens: 1, output_tokens: null, ...details };
  expect(lenientReply("a", "stop", { usage })).toEqual({ text: "a", stop: "end" });
  const whole = lenientReply("a", "stop", { usage: { ...usage, output_tokens: 2 } });
  expect(whole.usage).toEqual({ inputTokens: 1, outputTokens: 2, reasoningTokens: 1 });
});

it("gives no usage of a server that counts nothing, unless it says what the call has cost", () => {
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  expect(lenientReply("a", "stop", { usage }).usage).toBeUndefined();
  const stated = lenientReply("a", "stop", { usage: { ...usage, cost: 0.01 } });
  expect(stated.usage).toEqual({ inputTokens: 0, outputTokens: 0, statedUsd: 0.01 });
});

it("names who answered as far as the response does", () => {
  const response = { id: "", model: 7, service_tier: "flex" };
  expect(lenientReply("", "stop", response)).toEqual({
    text: "",
    stop: "end",
    served: { tier: "flex" },
  });
});

it.each([null, undefined, "text", []])("needs nothing beside the text, as of %j", (response) => {
  expect(lenientReply("a", "stop", response)).toEqual({ text: "a", stop: "end" });
});

it.each([
  ["as it is", "as it is"],
  [
    ["a", { type: "output_text", text: "b" }, { text: "c" }, { type: "thinking", text: "d" }, null],
    "abc",
  ],
  [[], ""],
])("takes %j for a text", (content, text) => expect(textContent.parse(content)).toBe(text));

it.each([
  [{ type: "text", text: "a" }, "a"],
  [{ calm: 0.4 }, '{"calm":0.4}'],
])("takes the object %j for %s", (content, text) => {
  expect(textContent.parse(content)).toBe(text);
});

it.each([null, undefined, 7])("takes %j for none", (content) => {
  expect(textContent.safeParse(content).success).toBe(false);
});

describe("the output that is paid for", () => {
  const outputOf = (usage: object) => lenientReply("a", "stop", { usage }).usage?.outputTokens;

  // As the vendors sent them: grok-3-mini (vercel/ai#12425), grok-4.20, gemini-2.5-flash behind a
  // gateway, gpt-5.
  it.each([
    ["xAI", [12, 1, 386], 399, 387],
    ["xAI", [10_120, 1499, 2809], 14_428, 4308],
    ["Gemini, which wrote nothing", [21, 0, 60], 81, 60],
    ["OpenAI, within the output", [13, 400, 386], 413, 400],
    ["a server whose total leaves reasoning out", [12, 2, 317], 14, 319],
    ["a server without a total", [12, 2, 317], undefined, 319],
    ["a server with a total that is less", [13, 7, 0], 5, 7],
  ] as const)("counts reasoning as %s reports it", (_, [input, output, reasoning], total, paid) => {
    const chat = {
      prompt_tokens: input,
      completion_tokens: output,
      completion_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: total,
    };
    expect(outputOf(chat)).toBe(paid);
    const responses = {
      input_tokens: input,
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: total,
    };
    expect(outputOf(responses)).toBe(paid);
    const sdk = { inputTokens: input, outputTokens: output, reasoningTokens: reasoning };
    expect(outputOf({ ...sdk, totalTokens: total })).toBe(paid);
    const later = { inputTokens: { total: input }, outputTokens: { total: output, reasoning } };
    expect(outputOf({ ...later, raw: chat })).toBe(paid);
  });
});

describe("the tokens of a cache", () => {
  const usageOf = (usage: object) => lenientReply("a", "stop", { usage }).usage;

  it.each([
    ["within the input", [50_300, 40, 50_000, 0], 50_340, [50_300, 40]],
    ["beside the input, in the total", [300, 40, 50_000, 0], 50_340, [50_300, 40]],
    ["beside the input, without a total", [300, 40, 50_000, 0], undefined, [50_300, 40]],
    [
      "beside the input, with reasoning beside the output",
      [300, 40, 50_000, 7],
      50_347,
      [50_300, 47],
    ],
    ["within the input, with reasoning beside the output", [300, 40, 200, 60], 400, [300, 100]],
  ] as const)("count once, as the server counts them %s", (_, counts, total_tokens, tokens) => {
    const [prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens] = counts;
    const usage = usageOf({
      prompt_tokens,
      completion_tokens,
      total_tokens,
      prompt_tokens_details: { cached_tokens },
      completion_tokens_details: { reasoning_tokens },
    });
    expect([usage?.inputTokens, usage?.outputTokens]).toEqual(tokens);
  });

  it("that are written are told, and which of them for an hour", () => {
    const cache_creation = { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 };
    const counts = { input_tokens: 103, output_tokens: 4, cache_creation_input_tokens: 100 };
    expect(usageOf({ ...counts, cache_creation })).toMatchObject({
      cacheWriteTokens: 100,
      cacheWriteHourTokens: 40,
    });
    expect(usageOf({ ...counts, cache_creation_input_tokens: 0 })).toEqual({
      inputTokens: 103,
      outputTokens: 4,
    });
  });
});

it.each([{ cost: 0.0125 }, { cost_usd: 0.0125 }, { estimated_cost: 0.0125 }])(
  "keeps what a gateway says that the call has cost: %j",
  (stated) => {
    const counts = { prompt_tokens: 3, completion_tokens: 4 };
    const { usage } = lenientReply("a", "stop", { usage: { ...counts, ...stated } });
    expect(usage).toEqual({ inputTokens: 3, outputTokens: 4, statedUsd: 0.0125 });
  },
);

it.each([
  "SAFETY",
  "RECITATION",
  "PROHIBITED_CONTENT",
  "BLOCKLIST",
  "content_filtered",
  "guardrail_intervened",
  "sensitive",
  "ERROR_TOXIC",
])("a text that ended with %s is a refusal", (ended) => {
  expect(lenientReply("", ended, {}).stop).toBe("refusal");
});

it.each([
  ["STOP", "end"],
  ["EOS_TOKEN", "end"],
  ["MAX_TOKENS", "length"],
  ["tool_calls", "other"],
  [null, "other"],
])("a text that ended with %s, in any case, ended as %s", (ended, stop) => {
  expect(lenientReply("x", ended, {}).stop).toBe(stop);
});
