// The engine of a run: sends requests with bounded work in hand, counts replies, forecasts prices
// and reports costs. `bench`, `estimate` and `score` use it.
export { askAll, type AskAllOptions } from "./ask-all.ts";
export { storedOf } from "./stored-of.ts";
export { allPlanned, type PlannedInquiry, planned, type PlannedQuestion } from "./planned.ts";
export { estimateUnits, questionsOfUnits } from "./estimate-units.ts";
export type {
  AnsweredEstimate,
  EstimatedUnit,
  EstimateUnitsOptions,
  UnitListeners,
  UnitsInHand,
  TrialEstimate,
  Unit,
} from "./estimate-units.ts";
export {
  type BeforeAskingOptions,
  insteadOfAsking,
  type Person,
  scoredExample,
} from "./before-asking.ts";
export { forecast, type ForecastOptions, type PlannedAsks } from "./forecast.ts";
export { type AskedManifest, askedManifest, type AskedOf } from "./manifest.ts";
export { inShard, type Shard, shardStore, shardText } from "./shard.ts";
export { type RawByKind, type RawReplies, RawTally, rawTexts } from "../tally/raw-replies.ts";
export { answeredOf, checkOutcome, servedTexts } from "./outcome.ts";
export type { AskingReport, AskedCounts, UnreadableReply } from "./asked.ts";
export { type Asker, session, type Session, type SessionOptions } from "./session.ts";
export {
  Interrupted,
  SomeFailed,
  StoppedEarly,
  UnconfirmedError,
} from "../errors/engine-errors.ts";
