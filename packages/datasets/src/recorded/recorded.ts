// Replies of models that others recorded beside what people said: from their repositories to
// tables.
export {
  originalsOf,
  recordedManifest,
  type RecordedManifest,
  type RecordedName,
  recordedNames,
  type RecordedTable,
} from "./recorded-manifest.ts";
export {
  type FetchedRecorded,
  fetchRecorded,
  type RecordedVerification,
  verifyRecorded,
} from "./fetch-recorded.ts";
