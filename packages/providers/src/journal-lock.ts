import { DatabaseSync } from "node:sqlite";
import { JournalError } from "./journal-error.ts";

const SQLITE_BUSY = 5;

/**
 * Takes the lock of a journal and gives back what releases it. The lock is SQLite's own on
 * `<path>.lock`, held by an open exclusive transaction: the operating system drops it when the
 * process ends in whatever way, so a run killed with SIGKILL never leaves a lock that refuses the
 * next one, as a file with a process id would. The empty file stays behind; deleting it would
 * let two processes lock two files of one name.
 *
 * @param shown The path as the user knows it, for the sentence.
 * @throws JournalError where another process, or this one, holds it, or where it cannot be made.
 */
export function lockJournal(path: string, shown: string = path): () => void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(`${path}.lock`);
    // In memory: with its rollback journal on disk SQLite would leave a second file behind.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
      throw new JournalError(
        "locked",
        `The journal ${shown} is in use by another run: wait for it to end, or give this one a file of its own with --store.`,
      );
    }
    throw new JournalError(
      "unwritable",
      `The lock ${path}.lock cannot be made (${error instanceof Error ? error.message : String(error)}): make its folder writable, or give another file with --store.`,
    );
  }
}
