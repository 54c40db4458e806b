import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anthropic } from "./anthropic/anthropic.ts";
import { openai, openaiCompatible } from "./openai/openai.ts";
import type { ProviderError } from "@promptnce/core/errors";
import { isSimulatedReply } from "@promptnce/core";
import { simulated } from "@promptnce/rehearsal";
import {
  type SimulatedServer,
  simulatedServer,
  type SimulatedServerOptions,
} from "@promptnce/rehearsal/server";
import { KEY } from "./testing/faults.test.support.ts";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";

const respondent = simulated({ read: readPlainPrompt, joint: world, profile: "truthful", seed: 1 });
const question = { kind: "marginal", task: "words", replyKey: "p_base" } as const;
const prompt = plainPrompt({ ...question, y: "PUSH" });
/** The tokens that are thought before an answer, as a number above 500. */
const THOUGHT = expect.toSatisfy((tokens: number) => tokens > 500) as number;
/** Prompts that differ. */
const prompts = (n: number) =>
  Array.from({ length: n }, (_, i) => plainPrompt({ ...question, y: `Y${i}` }));

async function start(options: Partial<SimulatedServerOptions> = {}): Promise<SimulatedServer> {
  const server = await simulatedServer({ respondent, ...options });
  onTestFinished(() => server.close());
  return server;
}

const vendors = [
  [
    "Anthropic's Messages",
    ({ url }: SimulatedServer, timeoutMs?: number, fetch?: typeof globalThis.fetch) =>
      anthropic({ model: "m-1", apiKey: KEY, baseURL: url, timeoutMs, fetch }),
  ],
  [
    "OpenAI's Responses",
    ({ openaiUrl }: SimulatedServer, timeoutMs?: number, fetch?: typeof globalThis.fetch) =>
      openai({ model: "m-1", apiKey: KEY, baseURL: openaiUrl, timeoutMs, fetch }),
  ],
  [
    "OpenAI's Chat Completions",
    ({ openaiUrl }: SimulatedServer, timeoutMs?: number, fetch?: typeof globalThis.fetch) =>
      openaiCompatible({ model: "m-1", apiKey: KEY, baseURL: openaiUrl, timeoutMs, fetch }),
  ],
] as const;

describe.each(vendors)("a simulated server behind %s", (_, client) => {
  it("says what the respondent says, with its token counts", async () => {
    const direct = await respondent.complete({ prompt, sample: 0 });
    const reply = await client(await start()).complete({ prompt, sample: 0 });
    expect(reply).toMatchObject(direct);
    expect(isSimulatedReply(reply)).toBe(true);
  });

  it.each([
    ["429", { kind: "rate-limit", status: 429, retryAfterMs: 1500 }],
    ["500", { kind: "server", status: 500 }],
    ["529", { kind: "server", status: 529, retryAfterMs: 1500 }],
    ["hang", { kind: "timeout" }],
    ["drop", { kind: "connection" }],
    ["cut", { kind: "cut" }],
    ["garbled", { kind: "response" }],
    ["drip", { kind: "timeout" }],
    ["hiccup", { kind: "rate-limit", status: 429, retryAfterMs: 1500 }],
  ] as const)("gives the fault %s as the error that it is", async (fault, wanted) => {
    const server = await start({
      faults: { [fault]: fault === "hiccup" ? 60 : 1 },
      retryAfter: 1.5,
      dripMs: 5,
    });
    const caught: unknown = await client(server, ["hang", "drip"].includes(fault) ? 300 : undefined)
      .complete({ prompt, sample: 0 })
      .catch((error: unknown) => error);
    expect(caught).toMatchObject({ name: "ProviderError", retryable: true, ...wanted });
    // A busy machine may not send the request within the time limit.
    if (wanted.kind === "timeout") return;
    expect(server.stats()).toMatchObject({ requests: 1, outcomes: { [fault]: 1 } });
  });

  it.each([
    ["malformed", { stop: "end", text: '{"p_base": ?, "notes": "simulated"}' }],
    ["truncated", { stop: "length" }],
    ["refusal", { stop: "refusal" }],
  ] as const)("gives the fault %s as a reply", async (fault, wanted) => {
    const server = await start({ faults: { [fault]: 1 } });
    expect(await client(server).complete({ prompt, sample: 0 })).toMatchObject(wanted);
  });

  it.each([
    ["content-filter", { kind: "request", status: 400, retryable: false }],
    ["poison", { kind: "server", status: 500, retryable: true }],
  ] as const)(
    "meets the same prompts with the fault %s each time, and answers the rest",
    async (fault, wanted) => {
      const server = await start({ faults: { [fault]: 0.4 } });
      const asked = prompts(20);
      const outcomes = async (): Promise<unknown[]> => {
        const settled = await Promise.allSettled(
          asked.map((each) => client(server).complete({ prompt: each, sample: 0 })),
        );
        return settled.map((one) =>
          one.status === "rejected" ? (one.reason as unknown) : one.status,
        );
      };
      const first = await outcomes();
      const failed = first.filter((one) => one !== "fulfilled");
      expect(failed.length).toBeGreaterThan(2);
      expect(failed.length).toBeLessThan(18);
      for (const error of failed) {
        expect(error).toMatchObject(wanted);
      }
      expect(await outcomes()).toEqual(first);
    },
  );

  it("answers in the names that are served", async () => {
    const server = await start({ served: ["m-1-2026-01-15", "m-1-2026-06-01"] });
    const seen: string[] = [];
    const tapped: typeof fetch = async (...asked) => {
      const response = await fetch(...asked);
      seen.push(((await response.clone().json()) as { model: string }).model);
      return response;
    };
    for (const each of prompts(12))
      await client(server, 2000, tapped).complete({ prompt: each, sample: 0 });
    expect(new Set(seen)).toEqual(new Set(["m-1-2026-01-15", "m-1-2026-06-01"]));
  });

  it("does not take a prompt that nobody can read", async () => {
    const reply = client(await start()).complete({ prompt: "Weather?", sample: 0 });
    await expect(reply).rejects.toMatchObject({
      kind: "request",
      status: 400,
      message: expect.stringContaining("cannot read the prompt") as string,
    } satisfies Partial<ProviderError>);
  });
});

describe("a simulated server", () => {
  const ask = async (server: SimulatedServer, body: unknown, path = "/v1/chat/completions") => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return fetch(server.url + path, { method: "POST", body: text });
  };
  const chat = { model: "m-1", messages: [{ role: "user", content: prompt }] };

  it("answers in the name of the model that was asked", async () => {
    const server = await start();
    const paths = ["/v1/messages", "/v1/responses", "/v1/chat/completions"];
    for (const path of paths) {
      const reply = await ask(server, { ...chat, input: prompt, model: `of ${path}` }, path);
      expect(await reply.json()).toMatchObject({ model: `of ${path}` });
    }
  });

  it("reads a prompt that is given in parts", async () => {
    const parts = [{ type: "text", text: prompt }];
    const response = await ask(await start(), {
      ...chat,
      messages: [{ role: "user", content: parts }],
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ["{", 400, "not JSON"],
    [{ ...chat, model: undefined }, 400, "needs a model"],
    [{ ...chat, messages: [] }, 400, "a prompt"],
    [{ ...chat, stream: true }, 400, "does not stream"],
  ])("says what is wrong with the body %j", async (body, status, sentence) => {
    const response = await ask(await start(), body);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
  });

  it("rejects the parameters that were ordered to be rejected, and no others", async () => {
    const server = await start({ rejects: ["temperature"] });
    const response = await ask(server, { ...chat, temperature: 0 });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Unsupported parameter: temperature");
    expect((await ask(server, { ...chat, top_p: 1 })).status).toBe(200);
  });

  it.each([
    ["/v1/messages", "content-filter", { type: "error", error: { type: "invalid_request_error" } }],
    ["/v1/chat/completions", "content-filter", { error: { code: "content_filter" } }],
    ["/v1/responses", "content-filter", { error: { code: "invalid_prompt" } }],
    ["/v1/messages", "error-200", { type: "error", error: { type: "server_error" } }],
    ["/v1/chat/completions", "error-200", { error: { code: "server_error" } }],
    ["/v1/messages", "parts", { content: [{ type: "text" }, { type: "text" }] }],
    [
      "/v1/chat/completions",
      "parts",
      { choices: [{ message: { content: [{ type: "text" }, { type: "text" }] } }] },
    ],
    [
      "/v1/responses",
      "parts",
      { output: [{ content: [{ type: "output_text" }, { type: "output_text" }] }] },
    ],
    [
      "/v1/messages",
      "thinking",
      { usage: { output_tokens_details: { thinking_tokens: THOUGHT } } },
    ],
    [
      "/v1/responses",
      "thinking",
      { usage: { output_tokens_details: { reasoning_tokens: THOUGHT } } },
    ],
    [
      "/v1/chat/completions",
      "thinking",
      { usage: { completion_tokens_details: { reasoning_tokens: THOUGHT } } },
    ],
  ] as const)("gives at %s the fault %s in the vendor's own form", async (path, fault, wanted) => {
    const response = await ask(
      await start({ faults: { [fault]: 1 } }),
      { ...chat, input: prompt },
      path,
    );
    expect(response.status).toBe(fault === "content-filter" ? 400 : 200);
    expect(await response.json()).toMatchObject(wanted);
  });

  it("sends a bomb that is small on the wire and a gigabyte unpacked", async () => {
    const { url } = await start({ faults: { bomb: 1 } });
    const length = await new Promise((resolve) => {
      const sent = request(`${url}/v1/chat/completions`, { method: "POST" }, (response) => {
        expect(response.headers["content-encoding"]).toBe("gzip");
        void buffer(response).then((bytes) => resolve(bytes.length));
      });
      sent.end(JSON.stringify(chat));
    });
    expect(length).toBeLessThan(2 ** 21);
  });

  it("has nothing at other paths", async () => {
    const response = await ask(await start(), chat, "/v1/embeddings");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("/v1/embeddings");
  });

  it("meets the same requests with the same faults, in whatever order they come", async () => {
    const outcomes = async (asked: readonly string[], seed: number) => {
      const seen: { prompt: string; outcome: string }[] = [];
      const faults = { "529": 0.2, malformed: 0.2, refusal: 0.2 };
      const server = await start({ faults, seed, onRequest: (request) => void seen.push(request) });
      const client = openaiCompatible({ model: "m", baseURL: server.openaiUrl });
      for (const each of asked) {
        await client.complete({ prompt: each, sample: 0 }).catch(() => undefined);
      }
      return new Map(
        seen.toSorted((a, b) => (a.prompt < b.prompt ? -1 : 1)).map((r) => [r.prompt, r.outcome]),
      );
    };
    const asked = prompts(40);
    const forwards = await outcomes(asked, 1);
    expect(await outcomes(asked.toReversed(), 1)).toEqual(forwards);
    expect(await outcomes(asked, 2)).not.toEqual(forwards);
    expect(new Set(forwards.values())).toEqual(new Set(["ok", "529", "malformed", "refusal"]));
  });

  it("lets the ordered rate through and tells the rest how long to wait", async () => {
    const server = await start({ rateLimit: 5 });
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const all = await Promise.all(
      prompts(12).map((content) => ask(server, { ...chat, messages: [{ content }] })),
    );
    const rejected = all.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(7);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { headers } of rejected) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(0.2);
      expect(headers.get("x-ratelimit-remaining-requests")).toBe("0");
    }
    for (const { headers } of all) {
      expect(headers.get("x-ratelimit-limit-requests")).toBe("5");
    }
  });

  it("counts who comes back before the time that it was told", async () => {
    const server = await start({ faults: { "429": 1 }, retryAfter: 30 });
    await ask(server, chat);
    expect(server.stats().early).toBe(0);
    await ask(server, chat);
    expect(server.stats()).toMatchObject({ early: 1, outcomes: { "429": 2 } });
  });

  it("takes its time as was ordered, many at once", async () => {
    const server = await start({ latencyMs: [40, 80] });
    await Promise.all(
      prompts(20).map((content) => ask(server, { ...chat, messages: [{ content }] })),
    );
    expect(server.stats().mostAtOnce).toBeGreaterThan(5);
  });

  it("repeats its reply to a prompt unless told to vary", async () => {
    const joint = world;
    const moody = simulated({ read: readPlainPrompt, joint, profile: "model-like", seed: 1 });
    const replies = async (vary: boolean) => {
      const { openaiUrl: baseURL } = await start({ respondent: moody, vary });
      const client = openaiCompatible({ model: "m", baseURL });
      const texts = [];
      for (let i = 0; i < 12; i++) {
        texts.push((await client.complete({ prompt, sample: i })).text);
      }
      return new Set(texts).size;
    };
    expect(await replies(false)).toBe(1);
    expect(await replies(true)).toBeGreaterThan(1);
  });

  it("gives its counts at /stats", async () => {
    const server = await start();
    for (const _ of [1, 2]) {
      await ask(server, chat);
    }
    const stats: unknown = await (await fetch(`${server.url}/stats`)).json();
    expect(stats).toEqual(server.stats());
    expect(stats).toEqual({
      requests: 2,
      prompts: 1,
      outcomes: { ok: 2 },
      answeredAgain: 1,
      early: 0,
      mostAtOnce: 1,
    });
  });

  it("keeps no key in what it tells of a request", async () => {
    const seen: { prompt: string; outcome: string }[] = [];
    const { url } = await start({ onRequest: (request) => void seen.push(request) });
    await anthropic({ model: "m", apiKey: KEY, baseURL: url }).complete({ prompt, sample: 0 });
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain(KEY);
  });

  it("refuses orders that make no sense before it listens", async () => {
    await expect(start({ faults: { "429": 2 } })).rejects.toThrow("from 0 to 1");
    await expect(start({ latencyMs: [9, 1] })).rejects.toThrow("the smaller first");
    await expect(start({ rateLimit: 0 })).rejects.toThrow("above 0");
    await expect(start({ faults: { "empty-bucket": 1 } })).rejects.toThrow(
      "of a rate limit: give one",
    );
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
