// The journal: the file in which replies are kept, read while it is written, and what stands beside it.
export { JournalError } from "../errors/engine-errors.ts";
export { type BatchLedger, openBatchLedger } from "./batch-ledger.ts";
export { type Journal, openJournal } from "./journal.ts";
export { type JournalRecord, journalLine, journalText, type Kept } from "./journal-record.ts";
export { type Damage, parseLine } from "./json-lines.ts";
export { followJournal, isJournal, lostCall, readJournal, spareJournal } from "./read-journal.ts";
export {
  isRunning,
  noteEnd,
  readRunStatus,
  type RunStatus,
  STATUS,
  statusWriter,
} from "./run-status.ts";
