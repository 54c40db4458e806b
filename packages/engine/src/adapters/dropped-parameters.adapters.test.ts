import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { anthropic } from "@promptnce/providers/anthropic";
import { cached } from "../links/cached.ts";
import { openJournal } from "../journal/journal.ts";
import { openai, openaiCompatible } from "@promptnce/providers/openai";
import { paced } from "../links/paced.ts";
import { readJournal } from "../journal/read-journal.ts";
import { retried } from "../links/retried.ts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { memory } from "../testing/counting-provider.test.support.ts";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";
import { newFolder } from "@promptnce/testing/new-folder";
import type { VendorOptions } from "@promptnce/providers";
import { messages, responses } from "@promptnce/rehearsal/wire";

describe("an adapter", () => {
  it("of Anthropic leaves out what the model says it does not take, and sends the rest", async () => {
    const server = await mockServer(messages);
    const { baseURL } = server;
    const settings = { temperature: 0 };
    const vendor = anthropic({ model: "m", apiKey: "k", baseURL, maxTokens: 9, settings });
    server.script({
      status: 400,
      type: "invalid_request_error",
      message: "temperature: Extra inputs are not permitted",
    });
    const store = memory();
    await cached(vendor, store).complete({ prompt: "p", sample: 0 });
    const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "p" }] };
    expect(server.seen.map((seen) => seen.body)).toEqual([{ ...body, temperature: 0 }, body]);
    expect([...store.kept.values()]).toMatchObject([
      { settings: { max_tokens: 9 }, leftOut: { temperature: 0 } },
    ]);
  });

  it("of OpenAI does the same", async () => {
    const server = await mockServer(responses);
    const { baseURL } = server;
    const settings = { top_p: 0.5 };
    const vendor = openai({ model: "m", apiKey: "k", baseURL, maxTokens: 16, settings });
    const body = { model: "m", input: "p", store: false, max_output_tokens: 16 };
    const message = "Unsupported parameter: 'top_p' is not supported with this model.";
    server.script({ status: 400, type: "unsupported_parameter", message });
    await cached(vendor, memory()).complete({ prompt: "p", sample: 0 });
    expect(server.seen.map((seen) => seen.body)).toEqual([{ ...body, top_p: 0.5 }, body]);
  });
});

const prompts = ["PUSH", "PULL", "GO"].map((y) =>
  plainPrompt({ kind: "marginal", task: "words", y, replyKey: "p_base" }),
);
const settings = { temperature: 0, seed: 1 };

describe.each<
  [string, (options: VendorOptions & { baseURL: string }) => Provider, "url" | "openaiUrl"]
>([
  ["anthropic", anthropic, "url"],
  ["openai", openai, "openaiUrl"],
  ["openaiCompatible", openaiCompatible, "openaiUrl"],
])("%s with every wrapper, against a server that rejects temperature and seed", (_, make, url) => {
  it("meets each rejection once in a run, and sends nothing at all in the next", async () => {
    const respondent = simulated({
      read: readPlainPrompt,
      joint: world,
      profile: "truthful",
      seed: 1,
    });
    const outcomes: string[] = [];
    await using server = await simulatedServer({
      respondent,
      rejects: ["temperature", "seed"],
      onRequest: ({ outcome }) => void outcomes.push(outcome),
    });
    const path = join(newFolder(), "journal.jsonl");
    const run = async (): Promise<Provider["settings"]> => {
      using journal = openJournal(path);
      const vendor = make({ model: "m", apiKey: "k", baseURL: server[url], settings });
      const provider = cached(retried()(paced()(vendor)), journal);
      for (const prompt of prompts) {
        await provider.complete({ prompt, sample: 0 });
      }
      return provider.settings;
    };
    const sent = await run();
    expect(sent).not.toHaveProperty("temperature");
    expect(sent).not.toHaveProperty("seed");
    const met = ["bad-request", "bad-request", "ok", "ok", "ok"];
    expect(outcomes).toEqual(met);
    const kept = [...readJournal(path)];
    expect(kept).toHaveLength(prompts.length);
    for (const record of kept) {
      expect(record).toMatchObject({ settings: sent, leftOut: settings });
    }

    expect(await run()).toEqual(sent);
    expect(outcomes).toEqual(met);
  });
});
