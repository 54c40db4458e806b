import { describe, expect, it, vi } from "vitest";
import { chatReply } from "./chat-completions.ts";
import { openaiCompatible } from "./openai.ts";
import { mockServer } from "../testing/mock-server.ts";
import { vendorConformance } from "../testing/vendor-conformance.test.support.ts";
import { chatCompletions } from "../wire/wires.ts";

vendorConformance("openaiCompatible", chatCompletions, openaiCompatible);

describe("openaiCompatible", () => {
  it("never sends the environment's key, organisation or project to another server", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-from-the-environment");
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-admin-from-the-environment");
    vi.stubEnv("OPENAI_ORG_ID", "org-from-the-environment");
    vi.stubEnv("OPENAI_PROJECT_ID", "project-from-the-environment");
    try {
      const { baseURL, seen } = await mockServer(chatCompletions);
      await openaiCompatible({ model: "m", baseURL }).complete({ prompt: "p", sample: 0 });
      expect(seen[0]?.headers.authorization).toBeUndefined();
      expect(JSON.stringify(seen)).not.toContain("from-the-environment");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("is called what it is told to be called", () => {
    const options = { model: "m", baseURL: "http://127.0.0.1:1" };
    expect(openaiCompatible(options).name).toBe("openai-compatible");
    expect(openaiCompatible({ ...options, name: "our-vllm" }).name).toBe("our-vllm");
  });

  it("takes replies of servers that leave out ids, counts and refusals", () => {
    const choices = [{ message: { content: "x" }, finish_reason: "stop" }];
    expect(chatReply({ choices }, "It")).toEqual({ text: "x", stop: "end" });
    expect(chatReply({ id: null, usage: null, choices }, "It")).toEqual({ text: "x", stop: "end" });
  });

  it("tells the tier, and what of the tokens was cached and thought", () => {
    const usage = {
      prompt_tokens: 13,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens: 7,
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    const choices = [{ message: { content: "x" }, finish_reason: "stop" }];
    expect(chatReply({ choices, usage, model: "m-0601", service_tier: "default" }, "It")).toMatchObject({
      usage: { inputTokens: 13, outputTokens: 7, cachedTokens: 4, reasoningTokens: 5 },
      served: { model: "m-0601", tier: "default" },
    });
  });

  it.each([
    ["content_filter", "refusal"],
    ["tool_calls", "other"],
    [undefined, "other"],
  ])("maps the finish reason %s to %s", (finish_reason, stop) => {
    const choices = [{ message: { content: null }, finish_reason }];
    expect(chatReply({ choices }, "It")).toEqual({ text: "", stop });
  });

  it("does not take a completion without a choice for an empty text", () => {
    expect(() => chatReply({ choices: [] }, "It")).toThrow("It answered in an unknown shape (choices:");
  });
});

describe("an address where nobody speaks Chat Completions", () => {
  const notFound = { status: 404, type: "not_found_error", message: "page not found" };

  /** What is said of it, with the address given so. */
  async function said(addressOf: (url: string) => string, message = notFound.message): Promise<[string, string]> {
    const server = await mockServer(chatCompletions);
    server.script({ ...notFound, message });
    const failed = openaiCompatible({ model: "m", baseURL: addressOf(server.baseURL) }).complete({
      prompt: "p",
      sample: 0,
    });
    return [server.baseURL, await failed.then(String, (error: Error) => error.message)];
  }

  it("is told to be tried with /v1", async () => {
    const [url, sentence] = await said((address) => `${address}/`);
    expect(sentence).toContain(`page not found (The address ${url} does not end in /v1, as most do: try ${url}/v1.)`);
  });

  it("shows no password", async () => {
    const [, sentence] = await said((address) => address.replace("//", "//user:secret@"));
    expect(sentence).toContain("http://[key]@127.0.0.1");
    expect(sentence).not.toContain("secret");
  });

  it("is not, where it ends in /v1 or the server speaks of the model", async () => {
    expect((await said((address) => `${address}/v1/`))[1]).toMatch(/page not found$/);
    expect((await said((address) => address, "The model m does not exist"))[1]).toMatch(/does not exist$/);
  });
});
