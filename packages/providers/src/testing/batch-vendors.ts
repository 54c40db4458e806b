import type { Provider } from "@promptnce/core";
import { anthropicBatches } from "../anthropic/anthropic-batches.ts";
import { anthropic } from "../anthropic/anthropic.ts";
import type { BatchLimits, BatchVendor } from "../batch-contract/batch-vendor.ts";
import { compatibleBatches, openaiBatches } from "../openai/openai-batches.ts";
import { openai, openaiCompatible } from "../openai/openai.ts";
import type { SimulatedServer } from "../simulated-server/simulated-server.ts";

interface Asked extends BatchLimits {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fetch?: typeof globalThis.fetch;
}

/** A vendor's batches and its single calls, against one simulated server. */
export interface BothWays {
  readonly vendor: string;
  readonly batches: (server: SimulatedServer, asked?: Asked) => BatchVendor;
  readonly single: (server: SimulatedServer, asked?: Asked) => Provider;
}

const common = { model: "m", apiKey: "k" };

export const bothWays: readonly BothWays[] = [
  {
    vendor: "anthropic",
    batches: ({ url }, asked) => anthropicBatches({ ...common, baseURL: url, ...asked }),
    single: ({ url }, asked) => anthropic({ ...common, baseURL: url, ...asked }),
  },
  {
    vendor: "openai",
    batches: ({ openaiUrl }, asked) => openaiBatches({ ...common, baseURL: openaiUrl, ...asked }),
    single: ({ openaiUrl }, asked) => openai({ ...common, baseURL: openaiUrl, ...asked }),
  },
  {
    vendor: "openai-compatible",
    batches: ({ openaiUrl }, asked) => compatibleBatches({ ...common, baseURL: openaiUrl, ...asked }),
    single: ({ openaiUrl }, asked) => openaiCompatible({ ...common, baseURL: openaiUrl, ...asked }),
  },
];
