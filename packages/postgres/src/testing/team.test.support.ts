import type { Provider, Reply, ReplyReading } from "@promptnce/core";
import type { Databases } from "@promptnce/testing/postgres";
import { onTestFinished } from "vitest";
import type { Price, StoreEntry } from "@promptnce/engine";
import { openPostgresStore, type PostgresStore } from "../store/postgres-store.ts";
import { workersExecutor } from "../queue/workers-executor.ts";
import { prepareQueue } from "../queue/prepare-queue.ts";
import { openQueue, type Queue } from "../queue/queue.ts";
import { work, type WorkerOptions } from "../worker/worker.ts";

/** The model that a test's workers call: a dollar a million tokens, input and output. */
export const model = { name: "test", model: "m", settings: { max_tokens: 100 } } as const;
export const price: Price = {
  cost: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) / 1e6,
  source: "the test",
};

/** A provider that records its prompts and their times in milliseconds. */
export function noting(
  answer: (prompt: string, call: number) => Reply | Promise<Reply>,
): Provider & { readonly calls: readonly { readonly prompt: string; readonly at: number }[] } {
  const calls: { readonly prompt: string; readonly at: number }[] = [];
  const provider: Provider = {
    ...model,
    complete: async ({ prompt }) => answer(prompt, calls.push({ prompt, at: performance.now() })),
  };
  return Object.assign(provider, { calls });
}

export const yes: Reply = { text: "yes", stop: "end", usage: { inputTokens: 10, outputTokens: 2 } };

/** A store in a new database, with functions to ask questions and to start workers. */
interface Team {
  readonly store: PostgresStore;
  readonly said: readonly string[];
  /** Starts another worker, on its own connection. */
  readonly start: (provider: Provider, options?: Partial<WorkerOptions>) => ReturnType<typeof work>;
  /** Has workers answer these prompts, on a connection of its own. */
  readonly ask: (
    prompts: readonly string[],
    read?: (reply: Reply) => ReplyReading,
    retryFailed?: boolean,
  ) => Promise<number>;
  readonly queue: () => Promise<Queue>;
  readonly entries: () => Promise<StoreEntry[]>;
}

/** The addresses of databases with all tables, to copy: their creation takes longer than most tests. */
const prepared = new WeakMap<Databases, Promise<string>>();

async function prepare(postgres: Databases): Promise<string> {
  const address = await postgres.database("prepared");
  await using store = await openPostgresStore(address);
  await prepareQueue(store);
  return address;
}

export async function team(postgres: Databases, name: string): Promise<Team> {
  const like = prepared.get(postgres) ?? prepare(postgres);
  prepared.set(postgres, like);
  const address = await postgres.database(name, await like);
  const store = await openPostgresStore(address);
  const stopping = new AbortController();
  const { signal } = stopping;
  const running: Promise<unknown>[] = [];
  onTestFinished(async () => {
    stopping.abort(new Error("The test is over."));
    await Promise.allSettled(running);
    await store[Symbol.asyncDispose]();
  });
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  return {
    store,
    said,
    async start(provider, options = {}) {
      const own = await openPostgresStore(address);
      const working = work({ store: own, provider, price, slots: 20, signal, say, ...options });
      running.push(working.catch(() => {}).then(() => own[Symbol.asyncDispose]()));
      return await working;
    },
    async ask(prompts, read = () => ({ ok: true, answer: 1 }), retryFailed = false) {
      await using own = await openPostgresStore(address);
      const asks = prompts.map((prompt) => ({ request: { prompt, sample: 0 }, read }));
      const executor = workersExecutor({
        store: own,
        provider: noting(() => yes),
        retryFailed,
        signal,
        say,
      });
      return await executor.settle(asks);
    },
    queue: () => openQueue(store, model, false),
    entries: () => Array.fromAsync(store.entries()),
  };
}

/** `n` different questions. */
export function prompts(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `question ${i}`);
}
