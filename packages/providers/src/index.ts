// The vendors' adapters are entry points of their own (`@promptnce/providers/anthropic` and
// `@promptnce/providers/openai`), so that a program without a key loads no SDK.
export { type BatchLedger, openBatchLedger } from "./batch-ledger.ts";
export { BudgetError } from "./budget-error.ts";
export { budgeted, type Budgeted, type BudgetOptions } from "./budgeted.ts";
export { cached, type CachedOptions } from "./cached.ts";
export type { Clock } from "./clock.ts";
export { ERROR_MODEL } from "./error-model.ts";
export {
  estimateRun,
  type PlannedQuestion,
  type RunEstimate,
  type RunLimits,
  type RunTally,
  runTally,
  type RunTerms,
} from "./estimate-run.ts";
export { httpFetch } from "./http-fetch.ts";
export type { Joint } from "./joint.ts";
export { type Journal, type JournalOptions, openJournal } from "./journal.ts";
export { JournalError } from "./journal-error.ts";
export type { JournalRecord } from "./journal-record.ts";
export type { Damage } from "./journal-scan.ts";
export { knownLeftOut, type Asking, type KnownLeftOut } from "./known-left-out.ts";
export { type Paced, paced, type PacedOptions } from "./paced.ts";
export type { PaceEvent, PaceSummary } from "./pace-event.ts";
export { type Price, priceOf, type PriceOptions, replyCost } from "./prices.ts";
export type { PromptReader, ReadPrompt } from "./prompt-reader.ts";
export { ProviderError, type ProviderErrorKind, type ProviderErrorOptions } from "./provider-error.ts";
export { type AskedHow, keyOfQuestion } from "./key-of-question.ts";
export { readJournal } from "./read-journal.ts";
export { type RequestIdentity, requestKey, requestKeys } from "./request-key.ts";
export { retried, type RetriedOptions, type Retry } from "./retried.ts";
export { type Profile, simulated, type SimulatedOptions } from "./simulated.ts";
export { isSimulatedReply, rehearsedText } from "./simulated-reply.ts";
export type { Store, StoredReply, StoreEntry } from "./store.ts";
export { type TokenCounter, tokenCounter } from "./tokens.ts";
export { type Totals, totals } from "./totals.ts";
export type { VendorOptions } from "./vendor-options.ts";
