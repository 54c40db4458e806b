// The vendors' adapters are entry points of their own (`@promptnce/providers/anthropic` and
// `@promptnce/providers/openai`), so that a program without a key loads no SDK.
export * from "./wrappers.ts";
export { JournalError } from "./errors/errors.ts";
export type { Planned, RunEstimate } from "./cost/run-estimate.ts";
export { httpFetch } from "./http/http-fetch.ts";
export { type Journal, openJournal } from "./journal/journal.ts";
export { type JournalRecord, journalText } from "./journal/journal-record.ts";
export type { Damage } from "./journal/json-lines.ts";
export { knownDroppedParameters } from "./store/known-dropped-parameters.ts";
export type { ProviderIdentity } from "./call/provider-identity.ts";
export { priceOf, type PriceOptions } from "./cost/prices.ts";
export { readJournal } from "./journal/read-journal.ts";
export { repliesAt } from "./postgres/open-store.ts";
export { isSimulatedReply, rehearsedText } from "./simulated-server/simulated-reply.ts";
export { fingerprint, fingerprintTable, type FingerprintTable } from "./store/fingerprint-table.ts";
export { type TokenCounter, tokenCounter } from "./cost/tokens.ts";
export { type RunningCost, runningCost, runningTotals, type Totals, totals } from "./cost/spending.ts";
export type { VendorOptions } from "./call/vendor-options.ts";
