import { describe, expect, it, vi } from "vitest";
import { anthropic, anthropicReply } from "./messages.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { newFolder } from "@promptnce/testing/new-folder";
import { vendorConformance } from "../testing/vendor-conformance.test.support.ts";
import { messages } from "@promptnce/rehearsal/wire";
import { anthropicVendor } from "./vendor.ts";

vendorConformance("anthropic", messages, anthropic);

describe("anthropic", () => {
  const prompt = "Hello?";

  it("speaks the SDK's version of the interface, or the one that is given, which is recorded", async () => {
    const { baseURL, seen } = await mockServer(messages);
    const options = { model: "m", apiKey: "k", baseURL };
    await anthropic(options).complete({ prompt, sample: 0 });
    const older = anthropic({ ...options, version: "2023-06-01", settings: { temperature: 0 } });
    await older.complete({ prompt, sample: 0 });
    expect(seen.map(({ headers }) => headers["anthropic-version"])).toEqual([
      "2026-10-21",
      "2023-06-01",
    ]);
    expect(older.settings).toEqual({
      max_tokens: { reasoning: 8000 },
      temperature: 0,
      "anthropic-version": "2023-06-01",
    });
    expect(seen[1]?.body).toEqual({
      model: "m",
      max_tokens: 12_096,
      temperature: 0,
      messages: [{ role: "user", content: prompt }],
    });
  });

  it("sends no sampling parameter and no prefill of its own", async () => {
    const { baseURL, seen } = await mockServer(messages);
    await anthropic({
      model: "m",
      apiKey: "k",
      baseURL,
      maxTokens: 50,
      settings: { thinking: { type: "disabled" } },
    }).complete({ prompt, sample: 3 });
    expect(seen[0]?.body).toEqual({
      model: "m",
      max_tokens: 50,
      thinking: { type: "disabled" },
      messages: [{ role: "user", content: prompt }],
    });
  });

  it("leaves room for the thinking that is asked for, and at the greatest effort for all there may be", async () => {
    const { baseURL, seen } = await mockServer(messages);
    const options = { model: "m", apiKey: "k", baseURL };
    const thinking = { type: "enabled", budget_tokens: 16_000 };
    await anthropic({ ...options, settings: { thinking } }).complete({ prompt, sample: 0 });
    await anthropic({ ...options, effort: "max" }).complete({ prompt, sample: 0 });
    expect(seen.map(({ body }) => body)).toMatchObject([
      { max_tokens: 20_096 },
      { max_tokens: 64_000 },
    ]);
  });

  it("limits replies of another server as it did, whose models may have a short context", async () => {
    const { baseURL } = await mockServer(messages);
    const at = (more: object) => anthropicVendor.load({ model: "m", baseURL, ...more });
    expect((await at({})).settings).toEqual({ max_tokens: 4096 });
    expect((await at({ maxTokens: 9 })).settings).toEqual({ max_tokens: 9 });
    expect((await anthropicVendor.load({ model: "m", apiKey: "k" })).settings).toEqual({
      max_tokens: { reasoning: 8000 },
    });
  });

  it("says in one sentence that there is no key", async () => {
    for (const name of ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE"])
      vi.stubEnv(name, undefined);
    // Where the SDK would look for a profile of the user's.
    for (const name of ["HOME", "XDG_CONFIG_HOME", "APPDATA", "ANTHROPIC_CONFIG_DIR"])
      vi.stubEnv(name, newFolder());
    try {
      const { baseURL, seen } = await mockServer(messages);
      const reply = anthropic({ model: "m", baseURL }).complete({ prompt, sample: 0 });
      await expect(reply).rejects.toThrow(
        "No key for Anthropic was found: set ANTHROPIC_API_KEY, or in code give apiKey.",
      );
      expect(seen).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "refusal"],
    ["pause_turn", "other"],
    ["something new", "other"],
    [null, "other"],
  ])("maps the stop reason %s to %s", (stop_reason, stop) => {
    const usage = { input_tokens: 1, output_tokens: 2 };
    expect(
      anthropicReply({
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
        stop_reason,
        usage,
      }),
    ).toEqual({ text: "ab", stop, usage: { inputTokens: 1, outputTokens: 2 } });
  });

  it("leaves thinking out of the text and counts tokens of a prompt cache as input", () => {
    const content = [
      { type: "thinking", thinking: "Hm.", signature: "s" },
      { type: "text", text: "a" },
    ];
    const cache = { cache_read_input_tokens: 2, cache_creation_input_tokens: null };
    const usage = { input_tokens: 11, output_tokens: 7, ...cache };
    expect(anthropicReply({ id: "msg_1", content, stop_reason: "end_turn", usage })).toEqual({
      id: "msg_1",
      text: "a",
      stop: "end",
      usage: { inputTokens: 13, outputTokens: 7, cachedTokens: 2 },
    });
  });

  it("tells the tier, and what of the tokens was thought", () => {
    const thought = { output_tokens_details: { thinking_tokens: 5 }, service_tier: "standard" };
    const usage = { input_tokens: 11, output_tokens: 7, ...thought };
    expect(anthropicReply({ content: [], model: "m-0601", usage })).toEqual({
      text: "",
      stop: "other",
      usage: { inputTokens: 11, outputTokens: 7, reasoningTokens: 5 },
      served: { model: "m-0601", tier: "standard" },
    });
  });

  it("says that all tokens went into thinking where that alone came", () => {
    const content = [{ type: "thinking", thinking: "Well, ", signature: "s" }];
    const usage = { input_tokens: 11, output_tokens: 60 };
    const reply = anthropicReply({ content, stop_reason: "max_tokens", usage });
    expect(reply).toMatchObject({ text: "", stop: "length", usage: { reasoningTokens: 60 } });
  });

  it("tells an account without credit, which has no code of its own, from a bad request", async () => {
    const server = await mockServer(messages);
    const message = "Your credit balance is too low to access the Anthropic API.";
    server.script({ status: 400, type: "invalid_request_error", message });
    const options = { model: "m", apiKey: "k", baseURL: server.baseURL };
    const call = anthropic(options).complete({ prompt, sample: 0 });
    await expect(call).rejects.toMatchObject({
      kind: "quota",
      retryable: false,
      message: expect.stringContaining(
        "The account at Anthropic has no credit or quota left (400)",
      ),
    });
  });
});
