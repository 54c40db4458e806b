import type { Provider } from "@promptnce/core";
import {
  anthropicBatches,
  type BatchVendor,
  compatibleBatches,
  openaiBatches,
} from "@promptnce/providers/batches";
import { anthropic } from "@promptnce/providers/anthropic";
import { openai, openaiCompatible } from "@promptnce/providers/openai";
import type { SimulatedServer } from "@promptnce/rehearsal/server";

interface Given {
  /** Smaller batches than the vendor takes at most. */
  readonly limits?: Partial<BatchVendor["limits"]>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fetch?: typeof globalThis.fetch;
}

/** A vendor's batches and its single calls, against one simulated server. */
export interface BothWays {
  readonly vendor: string;
  readonly batches: (
    server: Pick<SimulatedServer, "url" | "openaiUrl">,
    given?: Given,
  ) => BatchVendor;
  readonly single: (server: Pick<SimulatedServer, "url" | "openaiUrl">, given?: Given) => Provider;
}

function limited(vendor: BatchVendor, limits: Given["limits"]): BatchVendor {
  return { ...vendor, limits: { ...vendor.limits, ...limits } };
}

const common = { model: "m", apiKey: "k" };

export const bothWays: readonly BothWays[] = [
  {
    vendor: "anthropic",
    batches: ({ url }, { limits, ...given } = {}) =>
      limited(anthropicBatches({ ...common, baseURL: url, ...given }), limits),
    single: ({ url }, given) => anthropic({ ...common, baseURL: url, ...given }),
  },
  {
    vendor: "openai",
    batches: ({ openaiUrl }, { limits, ...given } = {}) =>
      limited(openaiBatches({ ...common, baseURL: openaiUrl, ...given }), limits),
    single: ({ openaiUrl }, given) => openai({ ...common, baseURL: openaiUrl, ...given }),
  },
  {
    vendor: "openai-compatible",
    batches: ({ openaiUrl }, { limits, ...given } = {}) =>
      limited(compatibleBatches({ ...common, baseURL: openaiUrl, ...given }), limits),
    single: ({ openaiUrl }, given) => openaiCompatible({ ...common, baseURL: openaiUrl, ...given }),
  },
];
