import { afterEach, describe, expect, it, vi } from "vitest";
import { vendorNamed } from "@promptnce/providers/vendors";
import { memoryStore } from "@promptnce/engine";
import { budgetOf, modelOf } from "./model-provider.ts";

const model = { provider: "openai", model: "m" } as const;

afterEach(() => vi.unstubAllEnvs());

describe("how a model is reached", () => {
  it("has what was given, in the adapters' words, and nothing else", () => {
    expect(modelOf({ dryRun: false }, model)).toEqual({ model: "m" });
    const given = {
      dryRun: false,
      maxTokens: 200,
      effort: "low",
      timeout: 3,
      settings: { top_p: 1 },
      baseUrl: "http://h/v1",
    };
    expect(modelOf(given, model)).toEqual({
      model: "m",
      maxTokens: 200,
      effort: "low",
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
    expect(modelOf({ dryRun: false, baseUrl: "http://h" }, model).apiKey).toBeUndefined();
  });

  it.each(["anthropic", "openai"])(
    "keeps the key that the environment has for %s from another server",
    async (name) => {
      for (const variable of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"])
        vi.stubEnv(variable, "secret-of-the-vendor");
      const sent: string[] = [];
      const fetch: typeof globalThis.fetch = async (_, init) => {
        sent.push(JSON.stringify([...new Headers(init?.headers)]));
        throw new TypeError("fetch failed");
      };
      const reached = modelOf(
        { dryRun: false, baseUrl: "http://127.0.0.1:1/v1" },
        { provider: name, model: "m" },
      );
      const provider = await vendorNamed(name).load({ ...reached, fetch });
      await expect(provider.complete({ prompt: "p", sample: 0 })).rejects.toThrow(
        "could not be reached",
      );
      expect(sent).toEqual([expect.not.stringContaining("secret-of-the-vendor")]);
    },
  );
});

describe("a budget", () => {
  const known = { name: "openai", model: "gpt-4o-mini" };
  const budgetFor = (tier: string, more: object = {}) => {
    const options = { dryRun: false, budget: 1, settings: { service_tier: tier }, ...more };
    return budgetOf({ ...options, replies: memoryStore(), concurrency: 1 }, known);
  };

  it("is refused for a tier whose rates are not known, unless prices are given", async () => {
    await expect(budgetFor("priority")).rejects.toThrow(
      '--budget: the rates of the tier "priority" (service_tier in --settings) are not known here',
    );
    expect((await budgetFor("priority", { priceIn: 1, priceOut: 2 }))?.price.source).toBe(
      "given prices",
    );
  });

  it.each(["flex", "default", "auto"])("counts the listed price for the tier %s", async (tier) => {
    expect((await budgetFor(tier))?.price.source).toBe("@pydantic/genai-prices");
  });
});
