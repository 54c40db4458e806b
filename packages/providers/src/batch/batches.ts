// Vendors' batches, at half price. An entry point of its own, since it loads both SDKs.
export { anthropicBatches } from "../anthropic/anthropic-batches.ts";
export { type BatchLedger, openBatchLedger } from "../journal/batch-ledger.ts";
export type { SubmitAndWaitOptions } from "./batch-run.ts";
export type { BatchResult, BatchStatus, BatchVendor } from "../batch-contract/batch-vendor.ts";
export type { BatchAsk, BatchAsks } from "./batch-round.ts";
export { compatibleBatches, openaiBatches } from "../openai/openai-batches.ts";
export { submitAndWait } from "./submit-and-wait.ts";
