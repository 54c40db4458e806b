// Vendors' batches, at half price: submitted, waited for, found again.
export { batchExecutor } from "./batch-executor.ts";
export type { BatchOptions } from "./batch-run.ts";
