import type { NextTokens, Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { anthropic } from "../anthropic/anthropic.ts";
import { at } from "@promptnce/core/json";
import { openai, openaiCompatible } from "../openai/openai.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions, messages, responses, type WireReply } from "@promptnce/rehearsal/wire";

/** Known to six digits, most likely first. */
const known = [
  ["B", 0.5],
  ["A", 0.25],
  ["The", 0.125],
] as const;
const top = known.map(([text, p]) => ({ text, logprob: Math.log(p) }));
const options = ["A", "B", "C"];

const adapters = [
  [
    "Chat Completions",
    chatCompletions,
    100,
    (baseURL: string) => openaiCompatible({ model: "m", baseURL, maxTokens: 900 }),
  ],
  [
    "Responses",
    responses,
    20,
    (baseURL: string) => openai({ model: "m", baseURL, apiKey: "k", maxTokens: 900 }),
  ],
] as const;

describe.each(adapters)("the distribution over the next token, by %s", (_, wire, first, make) => {
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
    expect(body).toMatchObject({ top_logprobs: first });
    expect(Object.values(body)).not.toContain(900);
    const read = JSON.parse(reply.text) as NextTokens;
    expect(read.top).toBe(true);
    expect(read.tokens.map(({ text }) => text)).toEqual(["B", "A", "The"]);
    for (const [i, [, p]] of known.entries())
      expect(Math.exp(read.tokens[i]!.logprob)).toBeCloseTo(p, 12);
    expect(reply).toMatchObject({ stop: "end", usage: { inputTokens: 13 } });
  });

  it("is missed in a sentence where a server ignores what it was asked", async () => {
    await expect(asked({ text: "B", stop: "end" })).rejects.toThrow(
      "lists no most likely tokens beside its answer",
    );
  });

  it("is read from log-probabilities that are texts, and leaves out those that are none", async () => {
    const listed = [0, 1, 2, 3, 4].map((i) => ({
      text: "ABCDE"[i]!,
      logprob: ["-0.25", "-1.5e+0", "-Infinity", "-inf", null][i] as never,
    }));
    const { reply } = await asked({ text: "A", stop: "length", top: listed });
    expect((JSON.parse(reply.text) as NextTokens).tokens).toEqual([
      { text: "A", logprob: -0.25 },
      { text: "B", logprob: -1.5 },
    ]);
  });

  it("is none where the model refuses", async () => {
    const { reply } = await asked({ text: "I cannot.", stop: "refusal" });
    expect(reply).toMatchObject({ stop: "refusal", text: "I cannot." });
  });

  it.each([
    [
      "Invalid 'top_logprobs': integer above maximum value. Expected a value <= 5, but got WANTED.",
      5,
    ],
    ["top_logprobs must be less equal than 8 but top_logprobs = WANTED", 8],
    ["logprobs must be between 0 and 5: WANTED", 5],
    [
      "Requested sample logprobs of WANTED, which is greater than max allowed: 10 (value=WANTED)",
      10,
    ],
    ["Cannot request more than 5 logprobs.", 5],
    ["WANTED is greater than the maximum of 1 - 'logprobs'", 1],
  ])(
    "is asked for again with as many as the server lists, where it says %j",
    async (said, most) => {
      const server = await mockServer(wire);
      const message = said.replace("WANTED", String(first));
      server.script(
        { status: 400, type: "invalid_request_error", message },
        { text: "B", stop: "length", top },
      );
      const provider = make(server.baseURL);
      for (const sample of [0, 1, 2]) {
        if (sample > 0) server.script({ text: "B", stop: "length", top });
        const { text } = await provider.complete({ prompt: "Which?", sample, options });
        expect(JSON.parse(text)).toMatchObject({ top: true });
      }
      const asked = server.seen.map(({ body }) => at(body, "top_logprobs"));
      expect(asked).toEqual([first, most, most, most]);
      expect(provider.settings).not.toHaveProperty("top_logprobs");
    },
  );

  it.each([
    [400, "There are 5 candidates at most."],
    [429, "top_logprobs: 5 requests a minute."],
  ])("fails with %d %s as any other request does", async (status, message) => {
    const server = await mockServer(wire);
    server.script({ status, type: "invalid_request_error", message });
    const reply = make(server.baseURL).complete({ prompt: "Which?", sample: 0, options });
    await expect(reply).rejects.toThrow(message);
    expect(server.seen).toHaveLength(1);
  });

  it("is asked for with the usual 20 at most where a server states no number", async () => {
    const server = await mockServer(wire);
    const message = "This model, gpt-5.2, gives no logprobs.";
    const refusal = { status: 400, type: "invalid_request_error", message };
    server.script(refusal, refusal);
    const reply = make(server.baseURL).complete({ prompt: "Which?", sample: 0, options });
    await expect(reply).rejects.toThrow(message);
    const asked = server.seen.map(({ body }) => at(body, "top_logprobs"));
    expect(asked).toEqual([...new Set([first, 20])]);
  });

  it("is read without a token that comes without a number, as null stands for minus infinity", async () => {
    const nothing = { text: "C", logprob: null as unknown as number };
    const { reply } = await asked({ text: "B", stop: "length", top: [...top, nothing] });
    const read = JSON.parse(reply.text) as NextTokens;
    expect(read.tokens.map(({ text }) => text)).toEqual(["B", "A", "The"]);
    await expect(asked({ text: "B", stop: "length", top: [nothing] })).rejects.toThrow(
      "lists no most likely tokens",
    );
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
  await expect(refused).rejects.toThrow(
    "Anthropic gives no probabilities of tokens through this interface",
  );
  expect(seen).toEqual([]);
});

describe("a list of tokens in another shape", () => {
  const wanted = top.map(({ text, logprob }) => ({ text, logprob }));
  const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];

  it.each([
    [
      "a map of the older Completions",
      {
        tokens: ["B"],
        top_logprobs: [Object.fromEntries(top.map(({ text, logprob }) => [text, logprob]))],
      },
    ],
    [
      "ids with the bytes of each token",
      {
        content: [
          {
            top_logprobs: top.map(({ text, logprob }, i) => {
              return { token: `token_id:${i}`, logprob, bytes: bytesOf(text) };
            }),
          },
        ],
      },
    ],
  ])("is read from %s", async (_, logprobs) => {
    const choices = [{ message: { content: "B" }, finish_reason: "length", logprobs }];
    const fetch = () => Promise.resolve(Response.json({ choices }));
    const provider = openaiCompatible({ model: "m", baseURL: "http://server/v1", fetch });
    const { text } = await provider.complete({ prompt: "Which?", sample: 0, options });
    expect((JSON.parse(text) as NextTokens).tokens).toEqual(wanted);
  });
});
