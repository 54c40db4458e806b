// Vendors' batches. An entry point of its own, since it loads both SDKs.
export { anthropicBatches } from "./anthropic/anthropic-batches.ts";
export { isUnknownPath } from "./batch-contract/batch-errors.ts";
export type {
  BatchResult,
  BatchStatus,
  BatchVendor,
  ListedBatch,
} from "./batch-contract/batch-vendor.ts";
export { compatibleBatches, openaiBatches } from "./openai/openai-batches.ts";
