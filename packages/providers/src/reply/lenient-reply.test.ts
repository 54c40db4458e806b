import { expect, it } from "vitest";
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
  const details = { input_tokens_details: { cached_tokens: "?" }, output_tokens_details: { reasoning_tokens: 1 } };
  const usage = { input_tokens: 1, output_tokens: null, ...details };
  expect(lenientReply("a", "stop", { usage })).toEqual({ text: "a", stop: "end" });
  const whole = lenientReply("a", "stop", { usage: { ...usage, output_tokens: 2 } });
  expect(whole.usage).toEqual({ inputTokens: 1, outputTokens: 2, reasoningTokens: 1 });
});

it("names who answered as far as the response does", () => {
  const response = { id: "", model: 7, service_tier: "flex" };
  expect(lenientReply("", "stop", response)).toEqual({ text: "", stop: "end", served: { tier: "flex" } });
});

it.each([null, undefined, "text", []])("needs nothing beside the text, as of %j", (response) => {
  expect(lenientReply("a", "stop", response)).toEqual({ text: "a", stop: "end" });
});

it.each([
  ["as it is", "as it is"],
  [["a", { type: "output_text", text: "b" }, { text: "c" }, { type: "thinking", text: "d" }, null], "abc"],
  [[], ""],
])("takes %j for a text", (content, text) => expect(textContent.parse(content)).toBe(text));

it.each([null, undefined, 7, { text: "a" }])("takes %j for none", (content) => {
  expect(textContent.safeParse(content).success).toBe(false);
});
