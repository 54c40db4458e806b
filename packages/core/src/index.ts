// Data and people's answers; requests to a model and its replies; the steps from a plan to
// estimates
export type * from "./types.ts";
export type * from "./provider.ts";
export { isSimulatedReply, SIMULATED_REPLY } from "./simulated-reply.ts";
export { byContext, contextKey, inContext, type InContext, marginalsOf } from "./context.ts";
export { plan, queriesOf, type Run } from "./estimation/plan.ts";
export { elicit, type ElicitOptions } from "./estimation/elicit.ts";
export { mapConcurrently, type ConcurrencyOptions } from "./estimation/map-concurrently.ts";
export { collectAnswers, estimate, isDoubtful, lookUp } from "./estimation/estimate.ts";
export type { Answers, LookUpOptions, Outcome, Status } from "./estimation/estimate.ts";
export { questionKey, questionOf, readerOf, readReply, requestOf } from "./estimation/question.ts";
