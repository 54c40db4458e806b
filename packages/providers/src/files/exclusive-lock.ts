import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Takes a lock and gives back what releases it; `undefined` where another process, or this one, holds it. The lock is
 * SQLite's own on the file, held by an open exclusive transaction: the operating system drops it when the process ends
 * in whatever way, so a run killed with SIGKILL never leaves a lock that refuses the next one, as a file with a process
 * id would. The empty file stays behind; deleting it would let two processes lock two files of one name.
 *
 * @throws What SQLite throws where the file cannot be made.
 */
export function exclusiveLock(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // In memory: with its rollback journal on disk SQLite would leave a second file behind.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw error;
  }
}
