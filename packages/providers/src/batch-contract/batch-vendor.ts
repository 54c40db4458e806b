import type { Provider, Reply, Request } from "@promptnce/core";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import type { ProviderError } from "../errors/errors.ts";

/** How a batch stands at the vendor. */
export interface BatchStatus {
  /** Nothing more will come of it. */
  readonly ended: boolean;
  /** Requests that are over, in whatever way; a vendor may count them only at the end. */
  readonly done: number;
  /** Why the vendor took none of it. */
  readonly failed?: ProviderError;
}

/**
 * A batch as the vendor's list has it: with our label, if it has one; or, of a vendor that keeps no labels, with its
 * time (ms since 1970 by the vendor's clock), its number of requests, and whether its results are there.
 */
export type ListedBatch =
  | { readonly id: string; readonly label: string | undefined }
  | {
      readonly id: string;
      readonly created: number;
      readonly requests: number;
      readonly ended: boolean;
    };

/** What became of one request. Results come in any order. */
export interface BatchResult {
  /** The name that the request was given in the batch. */
  readonly customId: string;
  readonly outcome: Reply | ProviderError;
}

/** One vendor's batches of one model. Its methods throw {@link ProviderError}s. */
export interface BatchVendor extends ProviderIdentity {
  /** As people call it. */
  readonly title: string;
  /** The most that one batch may hold. */
  readonly limits: { readonly requests: number; readonly bytes: number };
  /**
   * The request as it stands in a batch: its name, and the body that a single call would have.
   *
   * @param settings What is sent of the vendor's settings.
   * @throws OptionError where the settings fix the form of a reply that a schema is to hold.
   */
  item(customId: string, request: Request, settings: Provider["settings"]): unknown;
  /**
   * Submits items and gives the vendor's id of the batch. Never repeated by itself: an error with
   * `mayBeBilled` leaves open whether there is a batch now.
   *
   * @param label Kept with the batch where the vendor keeps labels.
   * @param onSending Called right before the request that makes the batch goes out: whatever ends the call earlier, be
   *   it a kill, has made none.
   */
  submit(items: readonly unknown[], label: string, onSending?: () => void): Promise<string>;
  status(id: string, signal?: AbortSignal): Promise<BatchStatus>;
  /** Of a batch that has ended, read as they arrive. */
  results(id: string, signal?: AbortSignal): AsyncIterable<BatchResult>;
  /** All batches of the account; one just made may not be among them yet. */
  list(signal?: AbortSignal): Promise<readonly ListedBatch[]>;
}

/** How long it may take to hand over a batch of hundreds of megabytes, in milliseconds. */
export const SUBMIT_TIMEOUT_MS = 900_000;
