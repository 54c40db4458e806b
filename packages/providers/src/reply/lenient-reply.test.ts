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
  const half = lenientReply("a", "end", { inputTokens: 1, outputTokens: null, cachedTokens: 1 });
  expect(half).toEqual({ text: "a", stop: "end" });
  const whole = lenientReply("a", "end", { inputTokens: 1, outputTokens: 2, cachedTokens: "?", reasoningTokens: 1 });
  expect(whole.usage).toEqual({ inputTokens: 1, outputTokens: 2, reasoningTokens: 1 });
});

it("names who answered as far as the response does", () => {
  expect(lenientReply("", "end", { id: "", model: 7, tier: "flex" })).toEqual({
    text: "",
    stop: "end",
    served: { tier: "flex" },
  });
});

it.each([
  ["as it is", "as it is"],
  [["a", { type: "output_text", text: "b" }, { text: "c" }, { type: "thinking", text: "d" }, null], "abc"],
  [[], ""],
])("takes %j for a text", (content, text) => expect(textContent.parse(content)).toBe(text));

it.each([null, undefined, 7, { text: "a" }])("takes %j for none", (content) => {
  expect(textContent.safeParse(content).success).toBe(false);
});
