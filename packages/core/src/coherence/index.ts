// The limits of a result, found from its estimates alone
export { decidedBy } from "./base-rate-limits.ts";
export { type Coherence, CoherenceTally, type Contradiction } from "./coherence-tally.ts";
export type { Evidence, Limit } from "./evidence.ts";
export { limits, limitText } from "./limits.ts";
