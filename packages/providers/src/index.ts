// The vendors' adapters are entry points of their own (`@promptnce/providers/anthropic` and
// `@promptnce/providers/openai`), so that a program without a key loads no SDK.
export { BudgetError, JournalError, ProviderError } from "./errors/errors.ts";
export type { ProviderErrorKind, ProviderErrorOptions } from "./errors/errors.ts";
export { budgeted, type BudgetOptions } from "./cost/budgeted.ts";
export { cached, type Cached, type CachedOptions } from "./store/cached.ts";
export { ERROR_MODEL } from "./simulated/error-model.ts";
export type { Planned, RunEstimate } from "./cost/run-estimate.ts";
export { httpFetch } from "./http/http-fetch.ts";
export type { Joint } from "./simulated/joint.ts";
export { type Journal, openJournal } from "./journal/journal.ts";
export { type JournalRecord, journalText } from "./journal/journal-record.ts";
export type { Damage } from "./journal/json-lines.ts";
export { knownDroppedParameters } from "./store/known-dropped-parameters.ts";
export type { ProviderIdentity } from "./call/provider-identity.ts";
export { paced, type PacedOptions } from "./pace/paced.ts";
export { type Price, priceOf, type PriceOptions, replyCost } from "./cost/prices.ts";
export type { PromptReader, ReadPrompt } from "./simulated/prompt-reader.ts";
export { readJournal, repliesAt } from "./journal/read-journal.ts";
export { type AskedHow, keyOfQuestion, type RequestIdentity, requestKey } from "./store/request-key.ts";
export { retried, type RetriedOptions } from "./pace/retried.ts";
export { type Profile, simulated, type SimulatedOptions } from "./simulated/simulated.ts";
export { isSimulatedReply, rehearsedText } from "./simulated-server/simulated-reply.ts";
export type { Store, StoredReplies, StoreEntry } from "./store/store.ts";
export { fingerprint, fingerprintTable, type FingerprintTable } from "./store/fingerprint-table.ts";
export { type TokenCounter, tokenCounter } from "./cost/tokens.ts";
export { type RunningCost, runningCost, type Totals, totals } from "./cost/spending.ts";
export type { VendorOptions } from "./call/vendor-options.ts";
