import { existsSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Takes a lock and gives back what releases it; `undefined` where another process, or this one, holds it. The lock is
 * SQLite's own on the file, held by an open exclusive transaction: the operating system drops it when the process ends
 * in whatever way, so a run killed with SIGKILL never leaves a lock that refuses the next one, as a file with a process
 * id would. The file is empty, and goes with the lock; only of a process that was killed it stays.
 *
 * @throws What SQLite throws where the file cannot be made.
 */
export function exclusiveLock(file: string): (() => void) | undefined {
  const found = identity(file);
  const database = lockedDatabase(file);
  if (database === undefined) return undefined;
  // Who held it before may have removed the file meanwhile, and somebody else made one of the name, whose lock is
  // another: ours counts where the file of the name was the same before it was opened and after it was locked.
  if (found === undefined || found !== identity(file)) {
    database.close();
    return exclusiveLock(file);
  }
  return () => {
    // While it is locked, so that nobody can hold the file that goes.
    try {
      rmSync(file, { force: true });
    } catch {
      // Some systems keep a file that is open.
    }
    database.close();
  };
}

function lockedDatabase(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // In memory: with its rollback journal on disk SQLite would leave a second file behind. It waits so many
    // milliseconds for whoever only looks whether the lock is held.
    database.exec("PRAGMA busy_timeout = 100; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether a process holds the {@link exclusiveLock} of that file, which of one that was killed is there and free. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    database.exec("SELECT * FROM sqlite_schema");
    return false;
  } catch (error) {
    return isBusy(error); // It may have gone meanwhile, or be anything.
  } finally {
    database?.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** What tells a file from another that has its name later, be it with the number of its inode. */
function identity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}
