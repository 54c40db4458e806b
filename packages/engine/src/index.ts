// What surrounds the calls to a model: the store, the pace, the budget. Nothing here needs Node.
export { BudgetError, UnansweredError } from "./errors/engine-errors.ts";
export { budgeted, type BudgetOptions } from "./links/budgeted.ts";
export { type CallListeners, listening } from "./links/listening.ts";
export { modelCalls, type ModelCallsOptions } from "./links/model-calls.ts";
export type { Price } from "./money/price.ts";
export { paced, type PacedOptions } from "./links/paced.ts";
export { retried, type RetriedOptions } from "./links/retried.ts";
export { cached, type CachedProvider, type CachedOptions } from "./links/cached.ts";
export { ask, type InquiryResult } from "./attempt/ask.ts";
export { entryOf, wordingOf } from "./attempt/entry-of.ts";
export {
  type Inquiries,
  type Carrier,
  type Executor,
  inRounds,
  type OpenRequest,
  type Round,
  type Inquiry,
} from "./attempt/executor.ts";
export { type ModelAttempts, modelAttempts } from "./attempt/model-attempts.ts";
export { type Attempts, attemptsAt, type Next, next } from "./attempt/next.ts";
export {
  type AskedHow,
  keyOfQuestion,
  type RequestIdentity,
  requestKey,
} from "./store/request-key.ts";
export { endsRun } from "./attempt/blame.ts";
export { fingerprint, fingerprintTable, type FingerprintTable } from "./store/fingerprint-table.ts";
export { memoryStore } from "./store/memory-store.ts";
export type {
  AttemptReply,
  EntryCall,
  EntryModel,
  EntryReply,
  EntrySettings,
  Store,
  StoredReplies,
  StoreEntry,
} from "./store/store.ts";
export { delay, newAlarm } from "./pace/delay.ts";
export { knownDroppedParameters } from "./store/known-dropped-parameters.ts";
