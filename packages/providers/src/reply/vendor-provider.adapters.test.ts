import { expect, it, vi } from "vitest";
import { type AiSdkModel, fromAiSdk } from "../ai-sdk/ai-sdk.ts";
import { anthropic } from "../anthropic/anthropic.ts";
import { openai, openaiCompatible } from "../openai/openai.ts";
import { KEY } from "../testing/faults.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { messages } from "@promptnce/rehearsal/wire";

it.each([
  ["anthropic", anthropic],
  ["openai", openai],
  ["openaiCompatible", openaiCompatible],
])("%s generates nothing for a continuation, and says who can score it", async (_, make) => {
  const { baseURL, seen } = await mockServer(messages);
  const provider = make({ model: "m", apiKey: KEY, baseURL });
  const continuation = { text: "b", template: "plain", span: "content" } as const;
  const reply = provider.complete({ prompt: "a", sample: 0, continuation });
  await expect(reply).rejects.toMatchObject({ kind: "request", retryable: false });
  await expect(reply).rejects.toThrow("cannot score a given continuation");
  expect(provider.scores).toBeUndefined();
  expect(seen).toEqual([]);
});

it("fromAiSdk generates nothing for a continuation either", async () => {
  const doGenerate = vi.fn<AiSdkModel["doGenerate"]>();
  const provider = fromAiSdk({
    specificationVersion: "v4",
    provider: "p",
    modelId: "m",
    doGenerate,
  });
  const continuation = { text: "b", template: "plain", span: "content" } as const;
  const reply = provider.complete({ prompt: "a", sample: 0, continuation });
  await expect(reply).rejects.toThrow("cannot score a given continuation");
  expect(doGenerate).not.toHaveBeenCalled();
});
