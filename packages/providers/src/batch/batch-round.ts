import type { Request } from "@promptnce/core";
import type { Sent } from "../call/dropped-parameters.ts";
import type { Planned } from "../cost/run-estimate.ts";
import type { ProviderError } from "../errors/errors.ts";
import { requestKey } from "../store/request-key.ts";
import { ATTEMPTS, isFinal } from "../store/cached.ts";
import type { BatchRun } from "./batch-run.ts";

/** A request that is wanted, and which of its replies can be read. */
export type BatchAsk = Pick<Planned, "request" | "read">;

/** What is wanted; gone through anew for each round of batches, so that a file's rows need not be held. */
export type BatchAsks = readonly BatchAsk[] | AsyncIterable<BatchAsk>;

/** A request that the store has no last word on. */
export interface Missing {
  readonly key: string;
  readonly request: Request;
  /** How many replies the store has, none of which could be read. */
  readonly attempt: number;
}

/** What is wanted in a round of batches and what of it is missing. */
export interface BatchRound {
  readonly sent: Sent;
  /** The keys of all that is wanted. */
  readonly planned: ReadonlySet<string>;
  /** By key; what is answered is taken out. */
  readonly missing: Map<string, Missing>;
  /** Of what is missing although its batch has ended, why; by key. */
  readonly problems: Map<string, ProviderError>;
}

/**
 * What the store does not answer of the requests, under the settings as they are sent; equal
 * requests are one. Continuations are no matter of batches and passed over.
 */
export async function batchRound(asks: BatchAsks, sent: Sent, { vendor, store }: BatchRun): Promise<BatchRound> {
  const asked = { provider: vendor.name, model: vendor.model, settings: sent.settings };
  const planned = new Set<string>();
  const missing = new Map<string, Missing>();
  for await (const ask of asks) {
    if (ask.request.continuation !== undefined) continue;
    const key = requestKey({ ...ask.request, ...asked });
    if (planned.has(key)) continue;
    planned.add(key);
    const entry = await store.get(key);
    const attempt = entry === undefined ? 0 : (entry.attempt ?? 0) + 1;
    if (entry !== undefined && (attempt >= ATTEMPTS || isFinal(entry.reply, ask))) continue;
    missing.set(key, { key, request: ask.request, attempt });
  }
  return { sent, planned, missing, problems: new Map() };
}
