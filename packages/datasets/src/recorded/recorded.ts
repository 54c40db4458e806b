// Replies of models that others recorded beside what people said: from their repositories to
// tables.
export {
  recordedManifest,
  type RecordedManifest,
  type RecordedName,
  recordedNames,
} from "./recorded-manifest.ts";
export {
  type FetchReport,
  fetchRecorded,
  type RecordedVerification,
  verifyRecorded,
} from "./fetch-recorded.ts";
export type { MadeTable } from "../files/made-table.ts";
