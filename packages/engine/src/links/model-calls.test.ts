import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { Provider } from "@promptnce/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anthropic } from "@promptnce/providers/anthropic";
import { memoryBudget } from "../money/budget.ts";
import { budgeted } from "./budgeted.ts";
import { cached } from "./cached.ts";
import { type Journal, openJournal } from "../journal/journal.ts";
import { paced } from "./paced.ts";
import { ProviderError } from "@promptnce/core/errors";
import { retried } from "./retried.ts";
import { simulated } from "@promptnce/rehearsal";
import { KEY } from "@promptnce/providers/testing/faults";
import { type MockServer, mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";
import { providerConformance } from "@promptnce/providers/testing/provider-conformance";
import { newFolder } from "@promptnce/testing/new-folder";
import { vendorConformance } from "@promptnce/providers/testing/vendor-conformance";
import { messages } from "@promptnce/rehearsal/wire";

function journal(): Journal {
  const opened = openJournal(join(newFolder(), "journal.jsonl"));
  onTestFinished(() => opened.close());
  return opened;
}

const prompt = plainPrompt({ kind: "marginal", task: "words", y: "PUSH", replyKey: "p_base" });
const truthful = () =>
  simulated({ read: readPlainPrompt, joint: world, profile: "truthful", seed: 1 });

providerConformance("simulated", () => ({ provider: truthful(), prompt }));
providerConformance("cached", () => ({ provider: cached(truthful(), journal()), prompt }));
providerConformance("paced", () => ({
  provider: paced({ concurrency: 4 })(truthful()),
  prompt,
}));
providerConformance("retried", () => ({ provider: retried()(truthful()), prompt }));

const price = { cost: () => 0.000_01, source: "this test" };

vendorConformance(
  "anthropic with every wrapper but repetition and the store",
  messages,
  (options) =>
    paced({
      concurrency: 8,
    })(budgeted({ budget: memoryBudget({ limit: 1 }), price })(anthropic(options))),
);

describe("cached(retried()(paced()(anthropic)))", () => {
  const start = async (): Promise<{
    server: MockServer;
    kept: Journal;
    provider: Provider;
  }> => {
    const server = await mockServer(messages);
    const vendor = anthropic({ model: "m", apiKey: KEY, baseURL: server.baseURL });
    const kept = journal();
    const provider = cached(retried({ firstDelayMs: 1 })(paced({ concurrency: 4 })(vendor)), kept);
    return { server, kept, provider };
  };

  it("comes through every fault that may pass, asks nothing twice, and keeps the reply", async () => {
    const { server, kept, provider } = await start();
    server.script(
      { status: 529, type: "overloaded_error", message: "Overloaded" },
      {
        status: 429,
        type: "rate_limit_error",
        message: "slow",
        headers: { "retry-after-ms": "5" },
      },
      { fault: "drop" },
      { fault: "garbled" },
      { fault: "cut" },
    );
    expect(await provider.complete({ prompt: "p", sample: 0 })).toMatchObject({
      text: "echo: p",
      stop: "end",
    });
    expect(server.seen).toHaveLength(6);
    expect(await provider.complete({ prompt: "p", sample: 0 })).toMatchObject({
      text: "echo: p",
      stored: true,
    });
    expect(server.seen).toHaveLength(6);
    expect(kept.size).toBe(1);
  });

  it("waits at least as long as the vendor asks", async () => {
    const { server, provider } = await start();
    server.script({
      status: 429,
      type: "rate_limit_error",
      message: "slow",
      headers: { "retry-after": "0.2" },
    });
    const timers = vi.spyOn(globalThis, "setTimeout");
    await provider.complete({ prompt: "p", sample: 0 });
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(200);
    timers.mockRestore();
  });

  it("lets no key into the journal", async () => {
    const { kept, provider } = await start();
    await provider.complete({ prompt: "p", sample: 0 });
    const text = readFileSync(kept.path, "utf8");
    expect(text).toContain("echo: p");
    expect(text).not.toContain("very-secret");
    expect(text).not.toMatch(/authorization|bearer|api[-_]?key/i);
  });

  it("shows no key in errors, the pace or the journal, though every error quotes it", async () => {
    const server = await mockServer(messages);
    const vendor = anthropic({ model: "m", apiKey: KEY, baseURL: server.baseURL });
    const kept = journal();
    const told: unknown[] = [];
    const budget = budgeted({ budget: memoryBudget({ limit: 1 }), price })(vendor);
    const pacing = paced({ say: (line) => told.push(line) })(budget);
    const provider = cached(retried({ firstDelayMs: 1, retries: 1 })(pacing), kept);
    for (const status of [529, 429, 529, 400, 401]) {
      const headers = { "retry-after-ms": "1" };
      const message = `no: ${KEY} (Authorization: Bearer ${KEY})`;
      server.script({ status, type: "an_error", message, headers });
    }
    for (let sample = 0; sample < 4; sample++) {
      told.push(await provider.complete({ prompt: "p", sample }).catch((error: unknown) => error));
    }
    told.push(pacing, provider, budget);
    expect(server.seen.length).toBeGreaterThanOrEqual(6);
    expect(told.filter((one) => one instanceof ProviderError)).toHaveLength(1);
    const all = inspect(told, { depth: 20, showHidden: true }) + readFileSync(kept.path, "utf8");
    expect(all).toContain("echo: p");
    expect(all).not.toContain("very-secret");
  });
});
