import type { Reply, Request } from "@promptnce/core";
import { asProperty, type WriteOption } from "@promptnce/core/errors";
import pRetry from "p-retry";
import type { BatchVendor } from "@promptnce/providers/batches";
import { delay } from "../pace/delay.ts";
import type { BudgetOptions } from "../money/budgeted.ts";
import { replyCost } from "../money/price.ts";
import { mostUsage } from "../money/reply-length.ts";
import { BudgetError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/providers";
import { type ModelAttempts, modelAttempts } from "../attempt/model-attempts.ts";
import type { BatchLedger } from "../journal/batch-ledger.ts";
import type { Store } from "../store/store.ts";

/** How batches are submitted and waited for. */
export interface SubmitAndWaitOptions {
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
   * Decides whether to resubmit requests that may already be in a batch, given the facts in
   * sentences. Without it they are never resubmitted.
   */
  readonly resubmit?: ((unknown: string) => Promise<boolean>) | undefined;
  /** The most that may be spent; no limit without it. */
  readonly budget?: BudgetOptions | undefined;
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

/** The options with their defaults, and the run's running total. */
export interface BatchRun extends SubmitAndWaitOptions {
  readonly rounds: number;
  readonly searchMs: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly say: (line: string) => void;
  readonly writeOption: WriteOption;
  readonly attempts: ModelAttempts;
  /** US dollars spent before this run and on its replies; counted only where there is a budget. */
  spent: number;
}

export async function batchRun(options: SubmitAndWaitOptions): Promise<BatchRun> {
  const wait = (ms: number): Promise<void> => delay(ms, options.signal);
  const spent = (await options.budget?.spent?.()) ?? 0;
  let last = "";
  const say = (what: string): void => {
    // Batches are polled often, but a line is shown only when it differs from the last one.
    const line = `${options.vendor.title}: ${what}`;
    if (line !== last) options.say?.(line);
    last = line;
  };
  const usual = { rounds: 3, searchMs: 300_000, wait, writeOption: asProperty };
  const attempts = modelAttempts(options.vendor, options.endures === true);
  return { ...usual, ...options, say, attempts, spent };
}

/** `1 request`, `2 requests`. */
export function requestsText(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"}`;
}

/**
 * Pauses between two polls of the vendor, in milliseconds, without end: each 1.5 times the last, up
 * to two minutes.
 */
export function* pauses(): Generator<number, never> {
  for (let ms = 1000; ; ms = Math.min(120_000, 1.5 * ms)) {
    yield ms;
  }
}

/** The longest pause between two tries, in milliseconds. */
const LONGEST_MS = 60_000;

/**
 * The call's result, after up to six retries of errors that may pass: by default those that are
 * `retryable`. The pause is the one the vendor asks for (the call fails at once where that exceeds
 * a minute), and otherwise one second, doubled with each retry.
 */
export function retryBatchCall<T>(
  call: () => Promise<T>,
  { wait }: Pick<BatchRun, "wait">,
  mayPass: (error: ProviderError) => boolean = ({ retryable }) => retryable,
): Promise<T> {
  return pRetry(call, {
    retries: 6,
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!(error instanceof ProviderError && mayPass(error))) return false;
      const ms = error.retryAfterMs ?? Math.min(LONGEST_MS, 1000 * 2 ** (attemptNumber - 1));
      if (ms > LONGEST_MS) return false;
      await wait(ms);
      return true;
    },
  });
}

/**
 * As many of the requests as the budget covers at full reply length, beside those under way; all of
 * them without a budget.
 * @throws BudgetError where not even one fits and no request under way could still turn out
 *   cheaper.
 */
export function affordable<A extends { readonly request: Request }>(
  requests: readonly A[],
  underWay: readonly A[],
  run: BatchRun,
): readonly A[] {
  const { budget, spent } = run;
  if (budget === undefined) return requests;
  let left = budget.limit - spent;
  for (const { request } of underWay) {
    left -= most(request, run);
  }
  const count = requests.findIndex(({ request }) => {
    left -= most(request, run);
    return left < 0;
  });
  const [first] = requests;
  if (first === undefined || count === -1) return requests;
  if (count === 0 && underWay.length === 0)
    throw new BudgetError(spent, budget.limit, most(first.request, run));
  run.say(
    `only ${count} of ${requestsText(requests.length)} fit into the budget at once, if every reply were of full length; a limit on it, ${run.writeOption("maxTokens")}, makes more fit`,
  );
  return requests.slice(0, count);
}

/**
 * Adds the cost of a reply to the run's spending; a reply without token counts is charged at its
 * maximum.
 */
export function pay(reply: Pick<Reply, "usage" | "batch">, request: Request, run: BatchRun): void {
  if (run.budget === undefined) return;
  run.spent += replyCost(reply, run.budget.price) ?? most(request, run);
}

/** The most that a request may cost in a batch, in US dollars. */
function most(request: Request, { budget, vendor }: BatchRun): number {
  if (budget === undefined) return 0;
  return replyCost(
    { usage: mostUsage(request, vendor, budget.price.plain), batch: true },
    budget.price,
  ) as number;
}
