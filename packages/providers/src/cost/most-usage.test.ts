import { expect, it } from "vitest";
import { longestReply, mostUsage } from "./most-usage.ts";

it("counts a token for every byte of the prompt and of the schema", () => {
  const plain = mostUsage({ prompt: "a", sample: 0 }, 10);
  expect(mostUsage({ prompt: "aü", sample: 0 }, 10).inputTokens).toBe(plain.inputTokens + 2);
  const held = mostUsage({ prompt: "a", sample: 0, schema: { a: 1 } }, 10);
  expect(held.inputTokens).toBe(plain.inputTokens + '{"a":1}'.length);
  expect(held.outputTokens).toBe(10);
});

it.each(["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"])(
  "takes the length of a reply from the setting %s",
  (name) => expect(longestReply({ [name]: 7 })).toBe(7),
);

it("takes 4,096 tokens where the settings set no limit", () => {
  expect(longestReply({ temperature: 1 })).toBe(4096);
});
