import { describe, expect, it } from "vitest";
import { replyTokens } from "./held-to.ts";
import { openLimit, replyLimit, settingsLimit, withReplyLimit } from "./reply-limit.ts";

const request = { prompt: "p", sample: 0 };
const grammar = { properties: { p: { type: "number" } } };
const left = { store: false, max_output_tokens: { reasoning: 2400 } };

describe("the limit that a vendor leaves to each request", () => {
  it.each([
    ["none", 0],
    ["minimal", 800],
    ["low", 2400],
    ["medium", 8000],
    ["high", 24_000],
  ])(
    "has eight times the expected reasoning beside the answer, at the effort %s: %d",
    (effort, reasoning) => {
      expect(openLimit({ reasoning: { effort } }, true)).toEqual({ reasoning });
      expect(openLimit({ reasoning: { effort } }, false)).toEqual({ reasoning });
    },
  );

  it("has room for a medium effort where a model reasons by itself, and for none where it does not", () => {
    expect(openLimit({}, false)).toEqual({ reasoning: 8000 });
    expect(openLimit({}, true)).toEqual({ reasoning: 0 });
  });

  it.each(["xhigh", "max", "a new one"])("is the model's own at the effort %s", (effort) => {
    expect(openLimit({ output_config: { effort } }, false)).toBeUndefined();
  });

  it("is above a vendor's budget of thinking tokens", () => {
    const thinking = { type: "enabled", budget_tokens: 20_000 };
    expect(openLimit({ thinking }, true)).toEqual({ reasoning: 20_000 });
    const small = { type: "enabled", budget_tokens: 1024 };
    expect(openLimit({ thinking: small }, true)).toEqual({ reasoning: 8000 });
  });
});

describe("a request's own limit", () => {
  it("fits the longest reply of its form, what stands around it, and the reasoning", () => {
    const longest = replyTokens(grammar);
    expect(replyLimit({ grammar }, left)).toBe(longest + 500 + 2400);
    expect(replyLimit({ schema: grammar }, left)).toBe(longest + 500 + 2400);
  });

  it("is more for more candidates", () => {
    const of = (labels: readonly string[]): number | undefined => {
      const properties = Object.fromEntries(labels.map((label) => [label, { type: "number" }]));
      return replyLimit({ grammar: { properties } }, left);
    };
    expect(of(["a", "b", "c"])).toBeGreaterThan(of(["a"]) as number);
  });

  it("is 4,096 tokens for an answer without a form", () => {
    expect(replyLimit({}, left)).toBe(4096 + 2400);
  });

  it.each([
    ["a token that is read", { options: ["A", "B"] }],
    ["a text that is scored", { continuation: { text: "a" } }],
  ])("is none for %s", (_, more) => {
    expect(replyLimit(more, left)).toBeUndefined();
  });

  it("is none where the settings set the limit, or none", () => {
    expect(replyLimit({}, { max_tokens: 9 })).toBeUndefined();
    expect(replyLimit({}, {})).toBeUndefined();
    expect([settingsLimit({ max_tokens: 9 }), settingsLimit(left)]).toEqual([9, undefined]);
  });

  it("is what its record says", () => {
    expect(replyLimit({ limit: 7 }, left)).toBe(7);
  });

  it("is sent under the name of the setting that leaves it to the request", () => {
    const settings = { store: false, max_output_tokens: 4096 + 2400 };
    expect(withReplyLimit(left, request)).toEqual(settings);
    expect(withReplyLimit(left, { ...request, options: ["A"] })).toEqual({ store: false });
    expect(withReplyLimit({ max_tokens: 9 }, request)).toEqual({ max_tokens: 9 });
  });
});
