import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ProviderIdentity } from "@promptnce/providers";
import { cached } from "../links/cached.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { type BeforeAskingOptions, insteadOfAsking } from "./before-asking.ts";
import { forecast, type ForecastOptions } from "./forecast.ts";
import { openJournal } from "../journal/journal.ts";
import { modelCalls } from "../links/model-calls.ts";
import { memoryStore } from "../store/memory-store.ts";
import { askAll } from "./ask-all.ts";
import { session } from "./session.ts";
import { readJournal } from "../journal/read-journal.ts";
import type { StoredReplies } from "../store/store.ts";

function repliesAt(path: string): StoredReplies {
  return { entries: () => (existsSync(path) ? readJournal(path, () => {}) : []) };
}

const provider: Provider = {
  name: "vendor",
  model: "m",
  settings: { max_tokens: 10 },
  complete: async () => ({ text: "1", stop: "end" }),
};
const given = { confirmAbove: 1 } as const;
const requests = ["one prompt", "two prompts"].map((prompt) => ({
  request: { prompt, sample: 0 },
  expectedOutputTokens: 10,
}));
const prices = { priceIn: 1000, priceOut: 1000 };

/** What a run of these requests with these options does before it asks; nobody is at a terminal. */
function begin(
  of: Provider,
  {
    store,
    ...options
  }: BeforeAskingOptions & Omit<ForecastOptions, "replies"> & { readonly store: string },
) {
  const forecasts = async () => [
    await forecast([{ provider: of, requests }], { ...options, replies: repliesAt(store) }),
  ];
  return insteadOfAsking(forecasts, options, undefined);
}

const newStore = (): string => join(newFolder(), "replies.jsonl");

it("a dry run ends with what it would ask and cost, and that nothing was sent", async () => {
  const text = await begin(provider, { ...given, ...prices, dryRun: true, store: newStore() });
  expect(text).toMatch(/^m \(vendor\)\n {2}questions +2, of which the store answers 0\n/);
  // Six tokens in, of four characters each, and 20 out, at a thousand dollars a million; at most a
  // token for each of 21 bytes and 200 around them.
  expect(text).toMatch(/cost +\$0\.03 expected, \$0\.24 at most\n/);
  expect(text).toMatch(/\nNothing was sent\.\n$/);
});

it("a run goes on where it costs little", async () => {
  expect(
    await begin(provider, { ...given, priceIn: 1, priceOut: 1, store: newStore() }),
  ).toBeUndefined();
});

it("a run that costs much or an unknown sum goes on with yes, and is refused where nobody can be asked", async () => {
  const store = newStore();
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  await expect(begin(provider, costly)).rejects.toThrow("`yes`");
  await expect(begin(provider, { ...given, store })).rejects.toThrow("`yes`");
  expect(await begin(provider, { ...costly, yes: true })).toBeUndefined();
});

it("in batches it is their price that is asked about, half of the other", async () => {
  const vendor: Provider = { ...provider, name: "openai" };
  // At most $0.241 singly, or $0.1205.
  const costly = { ...given, ...prices, confirmAbove: 0.2, store: newStore() };
  await expect(begin(vendor, costly)).rejects.toThrow("up to $0.24");
  expect(await begin(vendor, { ...costly, batch: true })).toBeUndefined();
  const text = await begin(vendor, { ...costly, dryRun: true });
  expect(text).toMatch(/with `batch` +\$0\.01 expected, \$0\.12 at most, within a day\n/);
});

it("what the store holds costs nothing again", async () => {
  const store = newStore();
  {
    using journal = openJournal(store);
    for (const { request } of requests) {
      await cached(provider, journal).complete(request);
    }
  }
  const costly = { ...given, ...prices, confirmAbove: 0.001, store };
  expect(await begin(provider, costly)).toBeUndefined();
});

describe("how long replies are expected to be", () => {
  const thinking = { name: "openai", model: "o4-mini", settings: { reasoning: { effort: "low" } } };
  const ask = (prompt: string) => ({ request: { prompt, sample: 0 }, expectedOutputTokens: 10 });

  /** Tokens of one more question, where replies of so many tokens are stored of others. */
  async function expected(stored: readonly number[], of: ProviderIdentity = thinking) {
    const store = newStore();
    {
      using journal = openJournal(store);
      for (const [i, outputTokens] of stored.entries()) {
        const usage = { inputTokens: 1, outputTokens };
        const answering: Provider = {
          ...thinking,
          complete: async () => ({ text: "1", stop: "end", usage }),
        };
        await cached(answering, journal).complete(ask(`${i}`).request);
      }
    }
    const asks = { provider: of, requests: [ask("another")] };
    return (await forecast([asks], { replies: repliesAt(store) })).estimate.outputTokens;
  }

  it("is their answer, and what a model that thinks is expected to think at its effort", async () => {
    expect(await expected([])).toBe(310);
    expect(await expected([], { ...thinking, settings: {} })).toBe(1010);
    expect(await expected([], { ...thinking, model: "gpt-4o", settings: {} })).toBe(10);
  });

  it("is the mean of what the store holds under the same settings", async () => {
    expect(await expected([4000, 6000])).toBe(5000);
    expect(
      await expected([4000], { ...thinking, settings: { reasoning: { effort: "high" } } }),
    ).toBe(3010);
  });

  it("is never above the limit that the settings set", async () => {
    expect(await expected([], { ...thinking, settings: { max_output_tokens: 50 } })).toBe(50);
  });
});

describe("the calls of questions that share one", () => {
  const [prompts, questions] = [6, 5];
  const wantedOf = (numbers: readonly (readonly [prompt: number, question: number])[]) =>
    numbers.map(([prompt, question]) => ({
      request: {
        prompt: `state ${prompt}`,
        sample: 0,
        decision: { instructions: `question ${question}` },
      },
      expectedOutputTokens: 0,
    }));
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);
  const adjacent = wantedOf(
    numbered(prompts).flatMap((prompt) => numbered(questions).map((q) => [prompt, q] as const)),
  );
  const apart = wantedOf(
    numbered(questions).flatMap((q) => numbered(prompts).map((prompt) => [prompt, q] as const)),
  );

  it.each([
    ["one after the other", adjacent, 2],
    ["far apart", apart, 1],
    ["far apart", apart, 2],
    ["far apart", apart, 50],
  ])("are forecast of those that are asked %s: %#", async (_, wanted, concurrency) => {
    let calls = 0;
    const replies: (() => void)[] = [];
    const of: Provider = {
      ...provider,
      questionsPerRequest: 4,
      async complete({ beside = [] }) {
        calls++;
        await new Promise<void>((replied) => replies.push(replied));
        const reply = { text: '{"probability": 0.5}', stop: "end" } as const;
        return { ...reply, beside: beside.map(() => reply) };
      },
    };
    const store = memoryStore();
    const asked = session({ provider: modelCalls({ pace: { concurrency } })(of), store });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const settled = Array.fromAsync(askAll(wanted, asked, { concurrency }));
    do {
      // As over a network, what begins together leaves before another reply comes.
      await vi.runAllTimersAsync();
      for (const replied of replies.splice(0)) {
        replied();
      }
      await vi.runAllTimersAsync();
    } while (replies.length > 0);
    await settled;
    vi.useRealTimers();
    const asks = { provider: of, requests: wanted, inHand: 4 * concurrency };
    // At 60 a minute, the seconds are the calls.
    const { estimate } = await forecast([asks], { replies: memoryStore(), rpm: 60 });
    expect(estimate.leastTime?.seconds).toBe(calls);
  });
});

it("says what is left of a budget beside what the store's replies cost", async () => {
  const store = newStore();
  const usage = { inputTokens: 100, outputTokens: 100 };
  {
    using journal = openJournal(store);
    const answering: Provider = {
      ...provider,
      complete: async () => ({ text: "1", stop: "end", usage }),
    };
    await cached(answering, journal).complete({ prompt: "another", sample: 0 });
  }
  const text = await begin(provider, { ...given, ...prices, budget: 0.3, dryRun: true, store });
  expect(text).toMatch(/budget +\$0\.10 left of it: the run may end before all is asked\n/);
});
