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
