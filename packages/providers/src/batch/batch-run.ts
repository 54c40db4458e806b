import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import type { Clock } from "../call/clock.ts";
import { delay } from "../call/delay.ts";
import type { BudgetOptions } from "../cost/budgeted.ts";
import type { BatchLedger } from "../journal/batch-ledger.ts";
import type { Store } from "../store/store.ts";
import type { BatchEvent } from "./batch-event.ts";

export interface SubmitAndWaitOptions {
  readonly vendor: BatchVendor;
  /** Where replies are kept; whoever calls is its one writer. */
  readonly store: Store;
  readonly ledger: BatchLedger;
  /** In how many batches a request may error or expire; 3 by default. */
  readonly rounds?: number;
  /** The first pause between two looks at a batch, in milliseconds; 1,000 by default. */
  readonly firstPollMs?: number;
  /** The longest: each is one and a half times the one before; 120,000 by default. */
  readonly longestPollMs?: number;
  readonly budget?: BudgetOptions | undefined;
  /** Aborting submits nothing more and stops waiting; what is under way stays under way. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly onEvent?: (event: BatchEvent) => void;
  /** Told once of each setting that is not sent, since the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
}

/** The options with their defaults, and what the run counts. */
export interface BatchRun extends SubmitAndWaitOptions {
  readonly rounds: number;
  readonly firstPollMs: number;
  readonly longestPollMs: number;
  readonly wait: (ms: number) => Promise<void>;
  /** US dollars, where there is a budget: what was spent before and on this run's replies. */
  spent: number;
}

export async function batchRun(options: SubmitAndWaitOptions): Promise<BatchRun> {
  const wait = (ms: number): Promise<void> => delay(ms, options.signal, options.clock);
  const spent = (await options.budget?.spent?.()) ?? 0;
  return { rounds: 3, firstPollMs: 1000, longestPollMs: 120_000, ...options, wait, spent };
}
