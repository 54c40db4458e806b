import { describe, expect, it } from "vitest";
import { modelOf } from "./model-provider.ts";

const model = { provider: "openai", model: "m" } as const;

describe("how a model is reached", () => {
  it("has what was given, in the adapters' words, and nothing else", () => {
    expect(modelOf({ dryRun: false }, model)).toEqual({ model: "m" });
    const given = { dryRun: false, maxTokens: 200, timeout: 3, settings: { top_p: 1 }, baseUrl: "http://h/v1" };
    expect(modelOf(given, model)).toEqual({
      model: "m",
      maxTokens: 200,
      timeoutMs: 3000,
      settings: { top_p: 1 },
      baseURL: "http://h/v1",
    });
  });

  it("names the variable of a key that is not there, and sends no vendor's key elsewhere", () => {
    const server = { dryRun: false, baseUrl: "http://h", keyEnv: "PROMPTNCE_NO_SUCH_KEY" };
    expect(() => modelOf(server, model)).toThrow(
      "--key-env: the environment variable PROMPTNCE_NO_SUCH_KEY is not set",
    );
    // Anthropic's SDK would send it by itself: its descriptor does not let it.
    expect(modelOf({ dryRun: false, baseUrl: "http://h" }, model)).not.toHaveProperty("apiKey");
  });
});
