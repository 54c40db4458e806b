// Estimates from recorded masses, without calling a model
export { recordedAsked } from "./recorded/recorded-asked.ts";
export { recordedTexts } from "./recorded/recorded-texts.ts";
export { readRecorded, type Recorded } from "./recorded/read-recorded.ts";
export { recordedRows, type RecordedRows } from "./recorded/recorded-rows.ts";
