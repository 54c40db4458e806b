import type { Profile } from "@promptnce/providers";
import type { FaultShares } from "@promptnce/providers/simulated-server";
import type { DataOptions } from "../options/data-option.ts";

/** What the command line says of a simulated server. */
export interface ServeOptions extends DataOptions {
  readonly port: number;
  readonly dataset?: string;
  readonly task?: string;
  readonly profile: Profile;
  readonly seed: string;
  readonly latency: number | readonly [number, number];
  readonly rateLimit?: number;
  readonly fault: FaultShares;
  readonly retryAfter?: number;
  readonly reject?: readonly string[];
  readonly batchErrored: number;
  readonly batchExpired: number;
  readonly batchAfter: number;
  readonly vary?: true;
}
