import { existsSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;

/**
 * Takes a lock and returns the function that releases it; `undefined` where another process, or
 * this one, already holds the lock. It is SQLite's own lock on the file, held by an open exclusive
 * transaction. The operating system drops it however the process ends, so a run killed with SIGKILL
 * never blocks the next one, as a file with a process id would. The file is empty and is removed
 * with the lock; it remains only after a process was killed.
 *
 * @throws SQLite's error where the file cannot be created.
 * @example
 * const release = exclusiveLock("replies.lock");
 * const second = exclusiveLock("replies.lock");
 * release();
 * second; // → undefined
 */
export function exclusiveLock(file: string): (() => void) | undefined {
  const found = fileIdentity(file);
  // The timeout covers a process that only checks for the lock. The rollback journal stays in
  // memory, since on disk SQLite would leave a second file behind.
  const database = opened(
    file,
    "PRAGMA busy_timeout = 100; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE",
  );
  if (database === undefined) return undefined;
  // The previous holder may have removed the file meanwhile, and another process created a new one
  // of the same name, which has a different lock. Our lock counts only if the path led to the same
  // file before it was opened and after it was locked.
  if (found === undefined || found !== fileIdentity(file)) {
    database.close();
    return exclusiveLock(file);
  }
  return () => {
    // Removed while still locked, so that no other process can lock the file that disappears.
    try {
      rmSync(file, { force: true });
    } catch {
      // Some systems do not remove an open file.
    }
    database.close();
  };
}

/**
 * Whether a process holds the {@link exclusiveLock} of a file. A killed process leaves the file
 * there, unlocked.
 */
export function isLocked(file: string): boolean {
  try {
    if (!existsSync(file)) return false;
    const database = opened(file, "SELECT * FROM sqlite_schema", true);
    database?.close();
    return database === undefined;
  } catch {
    return false; // The file is gone by now, or is no database.
  }
}

/**
 * The database at `file`, after executing `sql`; `undefined` where another process, or this one,
 * has locked it.
 */
function opened(file: string, sql: string, readOnly = false): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    // Loaded only here: Node 22 prints a warning when the module loads, which should appear only
    // where a journal is opened.
    const sqlite = process.getBuiltinModule("node:sqlite");
    database = new sqlite.DatabaseSync(file, { readOnly });
    database.exec(sql);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)
      return undefined;
    throw error;
  }
}

/** Whether this error of {@link exclusiveLock} says that the file could be made, but not locked. */
export function isWithoutLocks(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === SQLITE_IOERR;
}

/**
 * Identifies a file, and distinguishes it from a later file of the same name, even one that reuses
 * its inode number.
 *
 * @example
 * [fileIdentity("pairs.csv") === fileIdentity("./pairs.csv"), fileIdentity("none.csv")];
 * // → [true, undefined]
 */
export function fileIdentity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}
