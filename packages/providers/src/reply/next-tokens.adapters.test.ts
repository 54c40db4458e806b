import type { NextTokens, Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { anthropic } from "../anthropic/anthropic.ts";
import { openai, openaiCompatible } from "../openai/openai.ts";
import { mockServer } from "../testing/mock-server.test.support.ts";
import { chatCompletions, messages, responses, type WireReply } from "../wire/wires.ts";

/** Known to six digits, most likely first. */
const known = [
  ["B", 0.5],
  ["A", 0.25],
  ["The", 0.125],
] as const;
const top = known.map(([text, p]) => ({ text, logprob: Math.log(p) }));
const options = ["A", "B", "C"];

const adapters = [
  ["Chat Completions", chatCompletions, (baseURL: string) => openaiCompatible({ model: "m", baseURL, maxTokens: 900 })],
  ["Responses", responses, (baseURL: string) => openai({ model: "m", baseURL, apiKey: "k", maxTokens: 900 })],
] as const;

describe.each(adapters)("the distribution over the next token, by %s", (_, wire, make) => {
  async function asked(answer: Pick<WireReply, "text" | "stop" | "top">) {
    const server = await mockServer(wire);
    server.script(answer);
    const provider: Provider = make(server.baseURL);
    const reply = await provider.complete({ prompt: "Which?", sample: 0, options });
    return { provider, reply, body: server.seen[0]?.body as object };
  }

  it("is asked for beside the fewest tokens there can be, and kept as it came", async () => {
    const { provider, reply, body } = await asked({ text: "B", stop: "length", top });
    expect(provider.distributes).toBe(true);
    expect(body).toMatchObject({ top_logprobs: 20 });
    expect(Object.values(body)).not.toContain(900);
    const read = JSON.parse(reply.text) as NextTokens;
    expect(read.top).toBe(true);
    expect(read.tokens.map(({ text }) => text)).toEqual(["B", "A", "The"]);
    for (const [i, [, p]] of known.entries()) expect(Math.exp(read.tokens[i]!.logprob)).toBeCloseTo(p, 12);
    expect(reply).toMatchObject({ stop: "end", usage: { inputTokens: 13 } });
  });

  it("is missed in a sentence where a server ignores what it was asked", async () => {
    await expect(asked({ text: "B", stop: "end" })).rejects.toThrow("lists no most likely tokens beside its answer");
  });

  it("is none where the model refuses", async () => {
    const { reply } = await asked({ text: "I cannot.", stop: "refusal" });
    expect(reply).toMatchObject({ stop: "refusal", text: "I cannot." });
  });

  it("is not asked for with an ordinary prompt", async () => {
    const server = await mockServer(wire);
    await make(server.baseURL).complete({ prompt: "p", sample: 0 });
    expect(JSON.stringify(server.seen[0]?.body)).not.toContain("logprobs");
  });
});

it("is refused by an interface without it, and nothing is sent", async () => {
  const { baseURL, seen } = await mockServer(messages);
  const provider = anthropic({ model: "m", baseURL, apiKey: "k" });
  expect(provider.distributes).toBeUndefined();
  const refused = provider.complete({ prompt: "p", sample: 0, options });
  await expect(refused).rejects.toThrow("Anthropic gives no probabilities of tokens through this interface");
  expect(seen).toEqual([]);
});
