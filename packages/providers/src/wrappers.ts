// What a worker or a browser can ask a model with: nothing here needs Node. Their bundlers take it for the whole package.
export { BudgetError, ProviderError, type ProviderErrorKind, type ProviderErrorOptions } from "./errors/errors.ts";
export { budgeted, type BudgetOptions } from "./cost/budgeted.ts";
export { type Price, replyCost } from "./cost/price.ts";
export { paced, type PacedOptions } from "./pace/paced.ts";
export { retried, type RetriedOptions } from "./pace/retried.ts";
export { ERROR_MODEL } from "./simulated/error-model.ts";
export { type Joint, truthful } from "./simulated/truthful.ts";
export type { PromptReader, ReadPrompt } from "@promptnce/core";
export { roundedMass, roundedProbability } from "./simulated/model-like.ts";
export { type Profile, simulated, type SimulatedOptions } from "./simulated/simulated.ts";
export { cached, type Cached, type CachedOptions } from "./store/cached.ts";
export { type AskedHow, keyOfQuestion, type RequestIdentity, requestKey } from "./store/request-key.ts";
export type { Store, StoredReplies, StoreEntry } from "./store/store.ts";
