import { describe, expect, it, vi } from "vitest";
import { openai, openaiReply } from "./responses.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { vendorConformance } from "../testing/vendor-conformance.test.support.ts";
import { responses } from "@promptnce/rehearsal/wire";

vendorConformance("openai", responses, openai);

describe("openai", () => {
  it("asks the vendor to store nothing unless told otherwise, and for room for its answer", async () => {
    const { baseURL, seen } = await mockServer(responses);
    const options = { model: "m", apiKey: "k", baseURL };
    await openai(options).complete({ prompt: "p", sample: 0 });
    await openai({ ...options, settings: { store: true, reasoning: { effort: "none" } } }).complete(
      {
        prompt: "p",
        sample: 0,
      },
    );
    expect(seen.map(({ body }) => body)).toEqual([
      { model: "m", input: "p", store: false, max_output_tokens: 12_096 },
      {
        model: "m",
        input: "p",
        store: true,
        reasoning: { effort: "none" },
        max_output_tokens: 4096,
      },
    ]);
  });

  it("says in one sentence that there is no key", () => {
    for (const name of ["OPENAI_API_KEY", "OPENAI_ADMIN_KEY"]) {
      vi.stubEnv(name, undefined);
    }
    try {
      expect(() => openai({ model: "m" })).toThrow(
        "No key for OpenAI was found: set OPENAI_API_KEY, or in code give apiKey.",
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  const output = [{ type: "message", content: [{ type: "output_text", text: "half" }] }];

  it("keeps the text that a content filter cut, as a refusal", () => {
    const raw = { status: "incomplete", incomplete_details: { reason: "content_filter" }, output };
    expect(openaiReply(raw)).toEqual({ text: "half", stop: "refusal" });
  });

  it("does not take a status it does not know for the end", () => {
    expect(openaiReply({ status: "queued", output })).toEqual({ text: "half", stop: "other" });
  });

  it("takes a response that the vendor failed to make for an error that may pass", () => {
    const raw = { status: "failed", error: { code: "server_error", message: "x" }, output: [] };
    expect(() => openaiReply(raw)).toThrow("OpenAI could not make the response (x): try again.");
  });

  it("tells the tier, and what of the tokens was cached and thought", () => {
    const usage = {
      input_tokens: 13,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 5 },
    };
    expect(
      openaiReply({ status: "completed", output, usage, model: "m-0601", service_tier: "flex" }),
    ).toMatchObject({
      usage: { inputTokens: 13, outputTokens: 7, cachedTokens: 4, reasoningTokens: 5 },
      served: { model: "m-0601", tier: "flex" },
    });
  });

  it("leaves reasoning out of the text", () => {
    const reasoning = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm." }],
    };
    const raw = { status: "completed", output: [reasoning, ...output] };
    expect(openaiReply(raw)).toEqual({ text: "half", stop: "end" });
  });
});
