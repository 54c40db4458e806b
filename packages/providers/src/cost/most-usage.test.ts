import { expect, it } from "vitest";
import { mostUsage } from "./most-usage.ts";

const request = { prompt: "a", sample: 0 };

it("counts a token for every byte of the prompt and of the schema", () => {
  const plain = mostUsage(request, {});
  expect(mostUsage({ ...request, prompt: "aü" }, {}).inputTokens).toBe(plain.inputTokens + 2);
  const held = mostUsage({ ...request, schema: { a: 1 } }, {});
  expect(held.inputTokens).toBe(plain.inputTokens + '{"a":1}'.length);
});

it.each(["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"])(
  "takes the length of a reply from the setting %s",
  (name) => expect(mostUsage(request, { [name]: 7 }).outputTokens).toBe(7),
);

it("takes 4,096 tokens where the settings set no limit", () => {
  expect(mostUsage(request, { temperature: 1 }).outputTokens).toBe(4096);
});
