import { asProperty, type WriteOption, ProviderError } from "@promptnce/core/errors";
import type { BatchVendor } from "@promptnce/providers/batches";
import { backOffMs, delay, LONGEST_WAIT_MS } from "../pace/delay.ts";
import { repeated } from "../pace/repeated.ts";
import type { Lease, MemoryBudget } from "../money/budget.ts";
import { type Price, replyCost, type ReplyUsage } from "../money/price.ts";
import { type CallCosts, callCosts } from "../money/call-costs.ts";
import type { Attempt } from "../attempt/entry-of.ts";
import { type ModelAttempts, modelAttempts } from "../attempt/model-attempts.ts";
import type { BatchLedger } from "../journal/batch-ledger.ts";
import type { Store } from "../store/store.ts";
import { newRoom, type Room } from "./room.ts";

/** How batches are submitted and waited for. */
export interface BatchOptions {
  readonly vendor: BatchVendor;
  /** Where replies are kept; the caller is its only writer. */
  readonly store: Store;
  /** Where batches under way are noted, so that a later run reads them. */
  readonly ledger: BatchLedger;
  /** Whether a run continues however many requests fail alike; false by default. */
  readonly endures?: boolean | undefined;
  /** Called once for each setting that is not sent because the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
  /** The number of batches in which a request may error or expire; 3 by default. */
  readonly rounds?: number;
  /**
   * How long a batch whose submission was interrupted may be missing from the vendor's list, in ms;
   * 300,000 by default.
   */
  readonly searchMs?: number;
  /**
   * Decides whether to resubmit requests that may already be in a batch, or whose batch someone
   * cancelled, given the facts in sentences. Without it they are never resubmitted.
   */
  readonly resubmit?: ((unknown: string) => Promise<boolean>) | undefined;
  /** The most that may be spent, and what calls cost; no limit without it. */
  readonly budget?: { readonly budget: MemoryBudget; readonly price: Price } | undefined;
  /** Once aborted, nothing more is submitted or waited for; batches under way stay under way. */
  readonly signal?: AbortSignal;
  /**
   * Replaces the default wait of this many milliseconds, which ends early when the signal is
   * aborted.
   */
  readonly wait?: (ms: number) => Promise<void>;
  /** Receives progress as lines for people. */
  readonly say?: (line: string) => void;
  /** How these lines write options; by default as a program sets them. */
  readonly writeOption?: WriteOption;
}

/** The options with their defaults, and what the run has under way. */
export interface BatchRun extends BatchOptions {
  readonly rounds: number;
  readonly searchMs: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly say: (line: string) => void;
  readonly writeOption: WriteOption;
  readonly attempts: ModelAttempts;
  /** What requests may cost at most; absent without a budget. */
  readonly costs?: CallCosts | undefined;
  /** The money set aside for requests in batches, by key; none without a budget. */
  readonly leases: Map<string, Lease>;
  /** The keys of requests that go without their grammar, since the server has refused it. */
  readonly ungrammatical: Set<string>;
  /** What the vendor takes at once, as far as it has refused more. */
  readonly room: Room;
}

export function batchRun(options: BatchOptions): BatchRun {
  const wait = (ms: number): Promise<void> => delay(ms, options.signal);
  let last = "";
  const say = (what: string): void => {
    // Batches are polled often, but a line is shown only when it differs from the last one.
    const line = `${options.vendor.title}: ${what}`;
    if (line !== last) options.say?.(line);
    last = line;
  };
  const usual = { rounds: 3, searchMs: 300_000, wait, writeOption: asProperty };
  const attempts = modelAttempts(options.vendor, options.endures === true);
  const { budget, vendor } = options;
  const costs = budget && callCosts(vendor, budget.price, true);
  return {
    ...usual,
    ...options,
    say,
    attempts,
    costs,
    leases: new Map(),
    room: newRoom(),
    ungrammatical: new Set(),
  };
}

/** `1 request`, `2 requests`. */
export function requestsText(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"}`;
}

/**
 * The call's result, after some retries of errors that may pass: by default those that are
 * `retryable`. The pause is the one the vendor asks for (the call fails at once where that exceeds
 * a minute), and otherwise one second, doubled with each retry.
 */
export function retryBatchCall<T>(
  call: () => Promise<T>,
  { wait }: { readonly wait: BatchRun["wait"] },
  mayPass: (error: ProviderError) => boolean = ({ retryable }) => retryable,
  retries = 6,
): Promise<T> {
  const pauseAfter = (error: unknown, attempts: number): number => {
    if (!(error instanceof ProviderError && mayPass(error)) || attempts > retries) throw error;
    const ms = error.retryAfterMs ?? backOffMs(1000, attempts);
    if (ms > LONGEST_WAIT_MS) throw error;
    return ms;
  };
  return repeated(call, pauseAfter, wait);
}

/**
 * As many of the requests as the budget covers at full reply length, beside those under way; all of
 * them without a budget.
 *
 * @throws BudgetError where not even one fits and no request under way could still turn out
 *   cheaper.
 */
export async function affordable(
  requests: readonly Attempt[],
  underWay: readonly Attempt[],
  run: BatchRun,
): Promise<readonly Attempt[]> {
  if (run.budget === undefined || requests.length === 0) return requests;
  const { budget } = run.budget;
  for (const one of underWay) {
    run.leases.set(one.key, budget.adopt(most(one, run)));
  }
  const leases = await budget.reserve(requests.map((one) => most(one, run)));
  for (const [i, lease] of leases.entries()) {
    run.leases.set((requests[i] as Attempt).key, lease);
  }
  if (leases.length < requests.length)
    run.say(
      `only ${leases.length} of ${requestsText(requests.length)} fit into the budget at once, if every reply were of full length; a limit on it, ${run.writeOption("maxTokens")}, makes more fit`,
    );
  return requests.slice(0, leases.length);
}

/**
 * Settles the cost of a reply, or of a call that left none: without token counts at its maximum.
 */
export async function pay(reply: ReplyUsage, request: Attempt, run: BatchRun): Promise<void> {
  if (run.budget === undefined) return;
  const { key } = request;
  // Without a lease it is of a batch that was found again; its money is then spent all the same.
  const lease = run.leases.get(key) ?? run.budget.budget.adopt(0);
  run.leases.delete(key);
  const usd = replyCost(reply, run.budget.price) ?? most(request, run);
  run.costs?.note(usd);
  await lease.settle(usd);
}

/** Sets the money free of requests whose batches have ended without charging for them. */
export async function free({ leases }: BatchRun): Promise<void> {
  for (const [key, lease] of leases) {
    leases.delete(key);
    await lease.settle(0);
  }
}

/** The most that a request may cost in a batch, in US dollars. */
function most({ request }: Attempt, { costs }: BatchRun): number {
  return costs?.most(request) ?? 0;
}
