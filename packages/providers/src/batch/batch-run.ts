import type { BatchLedger } from "../journal/batch-ledger.ts";
import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import type { Clock } from "../call/clock.ts";
import type { Price } from "../cost/prices.ts";
import type { Store } from "../store/store.ts";

/** What happens while batches are submitted and waited for. */
export type BatchEvent =
  /** A batch was submitted. */
  | { readonly kind: "submitted"; readonly id: string; readonly requests: number }
  /** One that was submitted by an earlier run is waited for. */
  | { readonly kind: "resumed"; readonly id: string; readonly requests: number }
  /** An earlier run was stopped while it submitted one, and the vendor knows of none. */
  | { readonly kind: "lost"; readonly requests: number }
  /** How the batches under way stand, by the vendor's own counts. */
  | {
      readonly kind: "waiting";
      readonly batches: number;
      readonly done: number;
      readonly requests: number;
    }
  /** So many requests errored or expired and are asked again, for this reason among others. */
  | { readonly kind: "again"; readonly requests: number; readonly why: string }
  /** Of so many requests only these fit into the budget at once. */
  | { readonly kind: "part"; readonly requests: number; readonly of: number };

/** Money that is not to be passed. */
export interface BatchBudget {
  /** US dollars. */
  readonly limit: number;
  readonly price: Price;
  /** US dollars that count as spent already. */
  readonly spent: number;
}

export interface SubmitAndWaitOptions {
  readonly vendor: BatchVendor;
  /** Where replies are kept; whoever calls is its one writer. */
  readonly store: Store;
  readonly ledger: BatchLedger;
  /** How many replies of one request there are at most where none can be read; 3 by default. */
  readonly attempts?: number;
  /** In how many batches a request may error or expire; 3 by default. */
  readonly rounds?: number;
  /** The first pause between two looks at a batch, in milliseconds; 1,000 by default. */
  readonly firstPollMs?: number;
  /** The longest: each is one and a half times the one before; 120,000 by default. */
  readonly longestPollMs?: number;
  readonly budget?: BatchBudget;
  /** Aborting submits nothing more and stops waiting; what is under way stays under way. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly onEvent?: (event: BatchEvent) => void;
  /** Told once of each setting that is not sent, since the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
}

/** The options with their defaults, and what the run counts. */
export type BatchRun = SubmitAndWaitOptions &
  Required<Pick<SubmitAndWaitOptions, "attempts" | "rounds" | "firstPollMs" | "longestPollMs">> & {
    readonly wait: (ms: number) => Promise<void>;
    /** US dollars of this run's replies, where there is a budget. */
    own: number;
  };
