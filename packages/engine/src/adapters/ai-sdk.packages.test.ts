import { inspect } from "node:util";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { type AiSdkOptions, fromAiSdk } from "@promptnce/providers/ai-sdk";
import { cached } from "../links/cached.ts";
import { ProviderError } from "@promptnce/core/errors";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { memory } from "../testing/counting-provider.test.support.ts";
import { faults, KEY } from "@promptnce/providers/testing/faults";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";
import { providerConformance } from "@promptnce/providers/testing/provider-conformance";
import { chatCompletions, messages } from "@promptnce/rehearsal/wire";

const prompt = plainPrompt({ kind: "marginal", task: "words", y: "PUSH", replyKey: "p_base" });
const request = { prompt, sample: 0 };

// The types of both packages fit without a cast: that is part of what is tested.
describe.each([
  {
    title: "@ai-sdk/anthropic",
    wire: messages,
    path: "/v1",
    make: (baseURL: string, options?: AiSdkOptions): Provider =>
      fromAiSdk(createAnthropic({ baseURL, apiKey: KEY })("some-model"), options),
  },
  {
    title: "@ai-sdk/openai-compatible",
    wire: chatCompletions,
    path: "/v1",
    make: (baseURL: string, options?: AiSdkOptions): Provider =>
      fromAiSdk(
        createOpenAICompatible({ name: "any", baseURL, apiKey: KEY })("some-model"),
        options,
      ),
  },
])("fromAiSdk with $title", ({ title, wire, path, make }) => {
  providerConformance(title, async () => {
    const { baseURL } = await mockServer(wire);
    return { provider: make(baseURL + path), prompt };
  });

  it("sends the prompt unchanged and once, with the key in a header and the settings in the body", async () => {
    const server = await mockServer(wire);
    const settings = { temperature: 0.5, maxOutputTokens: 9 };
    const reply = await make(server.baseURL + path, { settings }).complete(request);
    expect(reply).toMatchObject({ text: `echo: ${prompt}`, stop: "end" });
    expect(reply.usage).toMatchObject({ inputTokens: 13, outputTokens: 7 });
    expect(server.seen).toHaveLength(1);
    const [{ body, headers }] = server.seen as [(typeof server.seen)[0]];
    expect(wire.prompt(body)).toBe(prompt);
    expect(body).toMatchObject({ model: "some-model", temperature: 0.5, max_tokens: 9 });
    expect(JSON.stringify(headers)).toContain(KEY);
  });

  it.each(faults)(
    "turns %s into one sentence, asks once, and shows no key",
    async (_, answer, wanted) => {
      const timeoutMs =
        "fault" in answer && ["hang", "stall", "drip"].includes(answer.fault) ? 150 : 10_000;
      const server = await mockServer(wire);
      server.script(answer);
      const caught: unknown = await make(server.baseURL + path, { timeoutMs })
        .complete(request)
        .catch((thrown: unknown) => thrown);
      expect(caught).toBeInstanceOf(ProviderError);
      expect(caught).toMatchObject(wanted);
      expect((caught as ProviderError).message).toMatch(/^[^\n]{20,400}$/);
      expect(inspect(caught, { depth: 10, showHidden: true })).not.toContain("very-secret");
      expect(server.seen).toHaveLength(1);
    },
  );

  it("asks the simulated server, leaves out what it rejects, and asks nothing twice", async () => {
    const respondent = simulated({
      read: readPlainPrompt,
      joint: world,
      profile: "truthful",
      seed: 1,
    });
    await using server = await simulatedServer({ respondent, rejects: ["top_p"] });
    const store = memory();
    const provider = cached(make(server.url + path, { settings: { topP: 0.5 } }), store);
    const reply = await provider.complete(request);
    expect(JSON.parse(reply.text)).toHaveProperty("p_base");
    expect([...store.kept.values()]).toMatchObject([{ settings: {}, leftOut: { topP: 0.5 } }]);
    expect((await provider.complete(request)).stored).toBe(true);
    expect(server.stats().outcomes).toEqual({ ok: 1 });
  });
});
