// Estimates from recorded masses, without calling a model
export { recordedAsked } from "./recorded/recorded-asked.ts";
export { omittedMass, readRecorded, type RecordedPmfs } from "./recorded/read-recorded.ts";
export { recordedRows, type RecordedRows } from "./recorded/recorded-rows.ts";
