// Decision models, which return the probability of each option about a state, and no text.
export type { DecisionOptions } from "./decision-wires/decision-adapter.ts";
export { openaiDecisions } from "./openai-decisions/openai-decisions.ts";
export { sglangDecisions } from "./sglang-decisions/sglang-decisions.ts";
export { systemOne } from "./system-one/system-one.ts";
