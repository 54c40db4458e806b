import { describe, expect, it, vi } from "vitest";
import { chatReply } from "./chat-completions.ts";
import { openaiCompatible } from "./openai.ts";
import { at } from "@promptnce/core/json";
import { KEY } from "../testing/faults.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { vendorConformance } from "../testing/vendor-conformance.test.support.ts";
import { chatCompletions } from "@promptnce/rehearsal/wire";

vendorConformance("openaiCompatible", chatCompletions, (options) =>
  openaiCompatible({ ...options, grammar: "off" }),
);

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

  it.each([
    ["http://server/v1", "http://server/v1/chat/completions"],
    ["http://server/v1/", "http://server/v1/chat/completions"],
    ["http://server", "http://server/chat/completions"],
    ["http://server/v1?version=2", "http://server/v1/chat/completions?version=2"],
  ])("posts to the path of Chat Completions below %s", async (baseURL, posted) => {
    const addresses: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      addresses.push(new Request(input).url);
      return Response.json({ choices: [{ message: { content: "x" } }] });
    };
    await openaiCompatible({ model: "m", baseURL, fetch }).complete({ prompt: "p", sample: 0 });
    expect(addresses).toEqual([posted]);
  });

  it("takes whatever a given fetch rejects with for a failed connection", async () => {
    const fetch = () => Promise.reject(Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
    const provider = openaiCompatible({ model: "m", baseURL: "http://server/v1", fetch });
    await expect(provider.complete({ prompt: "p", sample: 0 })).rejects.toMatchObject({
      kind: "connection",
      mayBeBilled: false,
      message: expect.stringContaining("could not be reached (ECONNREFUSED)") as string,
    });
  });

  it("says that a key cannot be sent, without the key", async () => {
    const { baseURL, seen } = await mockServer(chatCompletions);
    const provider = openaiCompatible({ model: "m", baseURL, apiKey: `${KEY}\nmore` });
    const call = provider.complete({ prompt: "p", sample: 0 });
    await expect(call).rejects.toMatchObject({
      kind: "auth",
      message: expect.not.stringContaining(KEY) as string,
    });
    expect(seen).toEqual([]);
  });

  it("is called what it is told to be called", () => {
    const options = { model: "m", baseURL: "http://127.0.0.1:1" };
    expect(openaiCompatible(options).name).toBe("openai-compatible");
    expect(openaiCompatible({ ...options, name: "our-vllm" }).name).toBe("our-vllm");
  });

  it("names the limit on tokens as the server wants it, from its first complaint on, and records it by one name", async () => {
    const server = await mockServer(chatCompletions);
    const { baseURL, seen } = server;
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    server.script({ status: 400, type: "unsupported_parameter", message });
    const provider = openaiCompatible({ model: "m", baseURL, maxTokens: 9 });
    for (const sample of [0, 1])
      expect((await provider.complete({ prompt: "p", sample })).text).toBe("echo: p");
    expect(provider.settings).toMatchObject({ max_tokens: 9 });
    const limits = seen.map(({ body }) => [
      at(body, "max_tokens"),
      at(body, "max_completion_tokens"),
    ]);
    expect(limits).toEqual([[9, undefined], ...Array.from({ length: 2 }, () => [undefined, 9])]);
  });

  it("takes no other complaint about a limit for that one", async () => {
    const server = await mockServer(chatCompletions);
    const { baseURL, seen } = server;
    server.script({ status: 400, type: "invalid", message: "max_tokens is too large" });
    const provider = openaiCompatible({ model: "m", baseURL, maxTokens: 9 });
    await expect(provider.complete({ prompt: "p", sample: 0 })).rejects.toThrow(
      "max_tokens is too large",
    );
    expect(seen).toHaveLength(1);
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
    expect(
      chatReply({ choices, usage, model: "m-0601", service_tier: "default" }, "It"),
    ).toMatchObject({
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

  it("takes a completion without a choice for a refusal where it says so, else for an empty reply", () => {
    // As LiteLLM sends what Gemini blocked, and what it left empty.
    const usage = { prompt_tokens: 4241, completion_tokens: 0, total_tokens: 4241 };
    const empty = { text: "", stop: "other", usage: { inputTokens: 4241, outputTokens: 0 } };
    expect(chatReply({ choices: [], usage }, "It")).toEqual(empty);
    const safe = [{ content_filter_results: { hate: { filtered: false } } }];
    expect(chatReply({ choices: [], usage, prompt_filter_results: safe }, "It")).toEqual(empty);
    for (const blocked of [
      { prompt_filter_results: [{ content_filter_results: { hate: { filtered: true } } }] },
      { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } },
    ]) {
      expect(chatReply({ choices: [], usage, ...blocked }, "It").stop).toBe("refusal");
    }
    const filtered = { choices: [{ message: null, finish_reason: "content_filter" }] };
    expect(chatReply(filtered, "It")).toEqual({ text: "", stop: "refusal" });
  });

  it.each([
    [
      "parts",
      {
        content: [
          { type: "text", text: '{"a": ' },
          { type: "text", text: "1}" },
        ],
      },
    ],
    ["an object", { content: { a: 1 } }],
    [
      "the arguments of a function",
      { content: null, tool_calls: [{ function: { name: "json", arguments: '{"a": 1}' } }] },
    ],
    ["the arguments of a call", { content: "", function_call: { arguments: '{"a": 1}' } }],
    ["reasoning that is nothing but an object", { content: null, reasoning_content: '{"a": 1}' }],
  ])("finds the answer in %s", (_, message) => {
    const { text } = chatReply({ choices: [{ message, finish_reason: "stop" }] }, "It");
    expect(JSON.parse(text)).toEqual({ a: 1 });
  });

  it("finds none in reasoning that goes on, nor in several calls", () => {
    const call = { function: { name: "json", arguments: '{"a": 1}' } };
    for (const message of [
      { content: null, reasoning_content: 'Perhaps {"a": 1}' },
      { content: null, reasoning_content: '{"a": 1} or {"a": 2}' },
      { content: null, tool_calls: [call, call] },
    ]) {
      expect(chatReply({ choices: [{ message }] }, "It").text).toBe("");
    }
  });

  it("takes none for a refusal that states an error, nor a choice of another shape", () => {
    const stated = { choices: [], error: { message: "Upstream is down." } };
    expect(() => chatReply(stated, "It")).toThrow("with status 200: Upstream is down.");
    expect(() => chatReply({ choices: [{ text: "a" }] }, "It")).toThrow(
      "It answered in an unknown shape (choices.0.message:",
    );
  });

  it("says that all tokens went into reasoning where that alone came, counted apart or not", () => {
    const choices = [
      { message: { content: null, reasoning_content: "Well, " }, finish_reason: "length" },
    ];
    const usage = { prompt_tokens: 13, completion_tokens: 60 };
    expect(chatReply({ choices, usage }, "It").usage).toEqual({
      inputTokens: 13,
      outputTokens: 60,
      reasoningTokens: 60,
    });
  });
});
