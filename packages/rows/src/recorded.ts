// Estimates from recorded masses, without calling a model
export { recordedAsked } from "./recorded/recorded-asked.ts";
export { omittedMass, readRecorded, type Recorded } from "./recorded/read-recorded.ts";
export { recordedRows, type RecordedRows } from "./recorded/recorded-rows.ts";
