// Vendors' batches, at half price: submitted, waited for, found again.
export type { BatchAsk, BatchAsks, Missing } from "./batch-round.ts";
export { missingOf } from "./batch-round.ts";
export type { SubmitAndWaitOptions } from "./batch-run.ts";
export { submitAndWait } from "./submit-and-wait.ts";
