import { expect, it } from "vitest";
import { checkSettings } from "./vendor-options.ts";

it.each([
  [{ headers: { authorization: "Bearer abc" } }, "headers"],
  [{ extra_headers: { "x-api-key": "abc" } }, "extra_headers"],
  [{ extraHeaders: {} }, "extraHeaders"],
  [{ extra_body: { metadata: { api_key: "abc" } } }, "extra_body.metadata.api_key"],
  [{ tools: [{ type: "mcp", authorization: "abc" }] }, "tools.0.authorization"],
  [{ apiKey: "abc" }, "apiKey"],
  [{ "x-goog-api-key": "abc" }, "x-goog-api-key"],
  [{ Authorization: "abc" }, "Authorization"],
  [{ access_token: "abc" }, "access_token"],
  [{ token: "abc" }, "token"],
  [{ user: { password: "abc" } }, "user.password"],
  [{ clientSecret: "abc" }, "clientSecret"],
])("refuses %j by the name of the setting, and never tells its value", (settings, name) => {
  const check = (): void => checkSettings(settings, []);
  expect(check).toThrow(
    `settings: ${name} looks like a secret or a header, and settings are recorded`,
  );
  expect(check).not.toThrow("abc");
});

it("refuses what the adapter sends itself, on the first level alone", () => {
  expect(() => checkSettings({ model: "m" }, ["model"])).toThrow(
    "settings: model is sent by the adapter itself",
  );
  expect(() => checkSettings({ metadata: { model: "m" } }, ["model"])).not.toThrow();
});

it("lets settings through that only sound alike", () => {
  const settings = {
    max_completion_tokens: 5,
    skip_special_tokens: true,
    eos_token: "</s>",
    logit_bias: { 50256: -100 },
    reasoning: { effort: "low", summary: null },
    prompt_cache_key: "a",
    stop: ["Header:"],
  };
  expect(() => checkSettings(settings, ["model"])).not.toThrow();
});
