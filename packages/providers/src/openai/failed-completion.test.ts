import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions } from "@promptnce/rehearsal/wire";
import { KEY } from "../testing/faults.test.support.ts";
import { openaiCompatible } from "./openai.ts";

describe("a vendor's failure inside an answer with status 200", () => {
  const usage = { prompt_tokens: 13, completion_tokens: 7, total_tokens: 20 };
  const partial = { role: "assistant", content: '{"p": ' };

  // As OpenRouter, a gateway with the error beside the choices, DeepSeek and Mistral send them.
  it.each([
    [
      "an error in the choice",
      {
        choices: [
          {
            message: { role: "assistant", content: "" },
            finish_reason: "error",
            error: {
              code: 502,
              message: "Provider returned error",
              metadata: { provider_name: "P", raw: `worker died for ${KEY}` },
            },
          },
        ],
      },
      "Provider returned error: worker died for [key]",
      { kind: "server", mayBeBilled: false },
    ],
    [
      "an error in the place of a message, of too many requests",
      { choices: [{ error: { code: 429, message: "Slow down." } }], usage },
      "Slow down.",
      { kind: "rate-limit", mayBeBilled: true },
    ],
    [
      "an error beside the choices",
      {
        choices: [{ message: partial, finish_reason: "error" }],
        error: { message: "Stream ended." },
      },
      "Stream ended.",
      { kind: "server", mayBeBilled: false },
    ],
    [
      "DeepSeek's want of resources",
      { choices: [{ message: partial, finish_reason: "insufficient_system_resource" }], usage },
      "insufficient_system_resource",
      { kind: "server", mayBeBilled: true },
    ],
    [
      "Z.ai's word for a lost connection",
      { choices: [{ message: partial, finish_reason: "network_error" }], usage },
      "network_error",
      { kind: "server", mayBeBilled: true },
    ],
    [
      "a server that ended it itself",
      { choices: [{ message: partial, finish_reason: "abort" }], usage },
      "abort",
      { kind: "server", mayBeBilled: true },
    ],
    [
      "the vendor's own word behind OpenRouter's stop",
      {
        choices: [
          { message: partial, finish_reason: "stop", native_finish_reason: "network_error" },
        ],
      },
      "network_error",
      { kind: "server", mayBeBilled: false },
    ],
    [
      "no word of why",
      { choices: [{ message: partial, finish_reason: "error" }], usage },
      "error",
      { kind: "server", mayBeBilled: true },
    ],
  ] as const)("is a failed request that may be sent again: %s", async (_, json, words, wanted) => {
    const server = await mockServer(chatCompletions);
    server.script({ json });
    const provider = openaiCompatible({ model: "m", baseURL: server.baseURL, apiKey: KEY });
    const failed = await provider
      .complete({ prompt: "p", sample: 0 })
      .catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(ProviderError);
    expect(failed).toMatchObject({ ...wanted, retryable: true });
    expect((failed as Error).message).toBe(
      `The server openai-compatible failed while it answered, though with status 200: ${words}`,
    );
    expect(inspect(failed, { showHidden: true })).not.toContain("very-secret");
    expect((await provider.complete({ prompt: "p", sample: 0 })).stop).toBe("end");
  });
});
