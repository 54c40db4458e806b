// The limits of a result, found from its estimates alone
export { type Coherence, CoherenceTally, type Contradiction } from "./coherence-tally.ts";
export { decidedBy, type Evidence, type Limit, limits, limitText } from "./limits.ts";
