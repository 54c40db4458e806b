import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import { delay } from "../call/delay.ts";
import type { BudgetOptions } from "../cost/budgeted.ts";
import type { BatchLedger } from "../journal/batch-ledger.ts";
import type { CachedOptions } from "../store/cached.ts";
import type { Store } from "../store/store.ts";

export interface SubmitAndWaitOptions extends Pick<CachedOptions, "endures" | "onLeftOut"> {
  readonly vendor: BatchVendor;
  /** Where replies are kept; whoever calls is its one writer. */
  readonly store: Store;
  readonly ledger: BatchLedger;
  /** In how many batches a request may error or expire; 3 by default. */
  readonly rounds?: number;
  /** How long a batch whose submission was cut may be missing in the vendor's list, in ms; 300,000 by default. */
  readonly searchMs?: number;
  /** Asked, with what is known in sentences, whether to submit again what may be in a batch; without it never. */
  readonly resubmit?: ((unknown: string) => Promise<boolean>) | undefined;
  readonly budget?: BudgetOptions | undefined;
  /** Aborting submits nothing more and stops waiting; what is under way stays under way. */
  readonly signal?: AbortSignal;
  /** Stands in for waiting so many milliseconds, or less where the signal is aborted. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Told what happens, as lines for people. */
  readonly say?: (line: string) => void;
}

type Usual = "wait" | "rounds" | "searchMs" | "say";

/** The options with their defaults, and what the run counts. */
export interface BatchRun extends Omit<SubmitAndWaitOptions, Usual>, Required<Pick<SubmitAndWaitOptions, Usual>> {
  /** US dollars, where there is a budget: what was spent before and on this run's replies. */
  spent: number;
}

export async function batchRun(options: SubmitAndWaitOptions): Promise<BatchRun> {
  const wait = (ms: number): Promise<void> => delay(ms, options.signal);
  const spent = (await options.budget?.spent?.()) ?? 0;
  let last = "";
  const say = (what: string): void => {
    // How batches stand is looked at often, and told where it is new.
    const line = `${options.vendor.title}: ${what}`;
    if (line !== last) options.say?.(line);
    last = line;
  };
  return { rounds: 3, searchMs: 300_000, wait, ...options, say, spent };
}

/** `1 request`, `2 requests`. */
export function requestsText(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"}`;
}

/** The pauses between two looks at the vendor, in milliseconds, without end: each half as long again, to two minutes. */
export function* pauses(): Generator<number, never> {
  for (let ms = 1000; ; ms = Math.min(120_000, 1.5 * ms)) yield ms;
}
