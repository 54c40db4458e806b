import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import type { BatchOptions } from "../batch/batch-run.ts";
import type { BatchVendor } from "@promptnce/providers/batches";
import type { Inquiries, Inquiry } from "../attempt/executor.ts";
import { openJournal, type Journal } from "../journal/journal.ts";
import { simulated } from "@promptnce/rehearsal";
import {
  simulatedServer,
  type SimulatedServer,
  type SimulatedServerOptions,
} from "@promptnce/rehearsal/server";
import { batchExecutor } from "../batch/batch-executor.ts";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";
import { newFolder } from "@promptnce/testing/new-folder";

export const promptOf = (y: string): string =>
  plainPrompt({ kind: "marginal", task: "words", y, replyKey: `p_${y}` });

export const asksOf = (...names: string[]): Inquiry[] =>
  names.map((name) => ({ request: { prompt: promptOf(name), sample: 0 } }));

export const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `q${i}`);

/** Sends what was to be sent. */
export type Send = (more?: RequestInit) => Promise<Response>;

/** A fetch in which the nth batch is made by `cut`, which may send it. */
export function cutFetch(nth: number, cut: (send: Send) => Promise<Response>): typeof fetch {
  let posts = 0;
  return async (url, init) => {
    const isBatch =
      init?.method === "POST" &&
      (url instanceof Request ? url.url : url.toString()).endsWith("/batches");
    if (!isBatch || ++posts !== nth) return fetch(url, init);
    return cut((more) => fetch(url, { ...init, ...more }));
  };
}

/** What `fetch` throws where a connection is reset. */
export function connectionReset(): Error {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error("read"), { code: "ECONNRESET" }),
  });
}

/** A server that answers batches, a store, and what was submitted and said. */
export interface BatchRig {
  readonly server: SimulatedServer;
  readonly journal: Journal;
  /** The prompts of each batch that the server was given. */
  readonly submitted: (readonly string[])[];
  readonly said: string[];
  run(vendor: BatchVendor, asks: Inquiries, options?: Partial<BatchOptions>): Promise<number>;
}

/**
 * A rig with a clock of its own: it stands still but while a run waits, which then takes no time.
 */
export async function batchRig(options: Partial<SimulatedServerOptions> = {}): Promise<BatchRig> {
  vi.setSystemTime(Date.now());
  onTestFinished(() => void vi.useRealTimers());
  const submitted: (readonly string[])[] = [];
  const said: string[] = [];
  const server = await simulatedServer({
    respondent: simulated({ read: readPlainPrompt, joint: world, profile: "truthful", seed: 1 }),
    onBatch: (prompts) => void submitted.push(prompts),
    ...options,
  });
  onTestFinished(() => server.close());
  const store = join(newFolder(), "replies.jsonl");
  const journal = openJournal(store);
  onTestFinished(() => journal.close());
  return {
    server,
    journal,
    submitted,
    said,
    // The ledger is opened anew each time, as by a program that was started again.
    run: (vendor, asks, more) =>
      batchExecutor({
        vendor,
        store: journal,
        ledger: openBatchLedger(store),
        wait: async (ms) => {
          vi.setSystemTime(Date.now() + ms);
          await nextTurn();
          more?.signal?.throwIfAborted();
        },
        searchMs: 0,
        say: (line) => void said.push(line),
        ...more,
      }).settle(asks),
  };
}
