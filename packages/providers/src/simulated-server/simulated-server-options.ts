import type { Provider } from "@promptnce/core";
import type { FaultShares } from "./fault.ts";

export interface SimulatedServerOptions {
  /** Who answers: `simulated(…)`, or any provider. What it throws is a 400. */
  readonly respondent: Provider;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** How long a reply takes, in milliseconds: a number, or a range to draw from. 0 by default. */
  readonly latencyMs?: number | readonly [least: number, most: number];
  readonly faults?: FaultShares;
  /** Milliseconds from byte to byte of the fault `drip`; 1,000 by default. */
  readonly dripMs?: number;
  /** The names in which replies come, drawn by request: the dated snapshots behind an alias. By default the one asked. */
  readonly served?: readonly string[];
  /** Requests a second above which the rest are told 429, as by a vendor's token bucket. */
  readonly rateLimit?: number;
  /** `retry-after` of 429 and 529, in seconds. By default 429 of a rate limit says the true wait. */
  readonly retryAfter?: number;
  /** Parameters that are answered with 400, as models do with those that they do not take. */
  readonly rejects?: readonly string[];
  /** Fixes faults and latencies. 1 by default. */
  readonly seed?: string | number;
  /** Of the vendors' batches: the shares that fail, and how long a batch takes (0 ms by default). */
  readonly batches?: {
    readonly errored?: number;
    readonly expired?: number;
    readonly afterMs?: number;
  };
  /** Whether a prompt that comes again is a new draw. By default it gets the same reply. */
  readonly vary?: boolean;
  /** Told of every batch that is created, with the prompts of its requests. */
  readonly onBatch?: (prompts: readonly string[]) => void;
  /** Told what became of every prompt, as {@link ServerStats} calls it, when it is over; a hanging one is over at once. */
  readonly onRequest?: (request: { readonly prompt: string; readonly outcome: string }) => void;
}
