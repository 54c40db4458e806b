import type { Provider, Reply, Request } from "@promptnce/core";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import type { ProviderError } from "@promptnce/core/errors";

/** The status of a batch at the vendor. */
export interface BatchStatus {
  /** Whether the batch has ended: no further results will appear. */
  readonly ended: boolean;
  /** Requests that have ended in any way; a vendor may count them only at the end. */
  readonly done: number;
  /** Why the vendor rejected the whole batch, if it did. */
  readonly failed?: ProviderError;
  /** Whether someone ended it at the vendor before all was answered. */
  readonly cancelled?: boolean;
}

/**
 * A batch in the vendor's list: with our label, if it has one. Where the vendor keeps no labels:
 * with its time (ms since 1970 by the vendor's clock), its number of requests, and whether its
 * results are available.
 */
export type ListedBatch =
  | { readonly id: string; readonly label: string | undefined }
  | {
      readonly id: string;
      readonly created: number;
      readonly requests: number;
      readonly ended: boolean;
    };

/** The outcome of one request. Results come in any order. */
export interface BatchResult {
  /** The name that the request was given in the batch. */
  readonly customId: string;
  readonly outcome: Reply | ProviderError;
}

/** One vendor's batches of one model. Its methods throw {@link ProviderError}s. */
export interface BatchVendor extends ProviderIdentity {
  /** The vendor's name for people. */
  readonly title: string;
  /** The limits of one batch. */
  readonly limits: { readonly requests: number; readonly bytes: number };
  /**
   * A request as an item of a batch: its name, and the body that a single call would have.
   *
   * @param settings The settings that are sent.
   * @throws OptionError where the settings already fix the form of a reply that needs a schema.
   */
  item(customId: string, request: Request, settings: Provider["settings"]): unknown;
  /**
   * Submits items and resolves with the vendor's id of the batch. It never retries by itself: after
   * an error with `mayBeBilled` it is uncertain whether the batch exists.
   *
   * @param label Kept with the batch where the vendor keeps labels.
   * @param onSending Called right before the request that creates the batch is sent: if the call
   *   ends earlier, even by a kill, no batch exists.
   */
  submit(items: readonly unknown[], label: string, onSending?: () => void): Promise<string>;
  status(id: string, signal?: AbortSignal): Promise<BatchStatus>;
  /** The results of a batch that has ended, read as they arrive. */
  results(id: string, signal?: AbortSignal): AsyncIterable<BatchResult>;
  /** All batches of the account; a batch created just now may still be missing. */
  list(signal?: AbortSignal): Promise<readonly ListedBatch[]>;
}

/** The time limit for uploading a batch of hundreds of megabytes, in milliseconds. */
export const SUBMIT_TIMEOUT_MS = 900_000;
