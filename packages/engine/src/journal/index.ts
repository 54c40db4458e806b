// The journal: the file that keeps replies and can be read while it is written, and the files
// beside it.
export { JournalError } from "../errors/engine-errors.ts";
export { isJournal } from "../files/spare-replies.ts";
export { type BatchLedger, openBatchLedger } from "./batch-ledger.ts";
export { type Journal, openJournal } from "./journal.ts";
export {
  continuationForm,
  decisionForm,
  type JournalRecord,
  journalLine,
  journalText,
  type EntryToKeep,
} from "./journal-record.ts";
export { type Damage, parseLine } from "./json-lines.ts";
export { followJournal, lostCall, readJournal } from "./read-journal.ts";
export {
  isRunning,
  noteEnd,
  noteResults,
  readRunStatus,
  type RunResults,
  type RunStatus,
  type RunSubject,
  STATUS,
  statusWriter,
} from "./run-status.ts";
