import { existsSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

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
  // It waits so many milliseconds for whoever only looks whether it is locked. In memory: with its rollback journal on
  // disk SQLite would leave a second file behind.
  const database = opened(
    file,
    "PRAGMA busy_timeout = 100; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE",
  );
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

/** Whether a process holds the {@link exclusiveLock} of that file, which is there and free where it was killed. */
export function isLocked(file: string): boolean {
  try {
    if (!existsSync(file)) return false;
    const database = opened(file, "SELECT * FROM sqlite_schema", true);
    database?.close();
    return database === undefined;
  } catch {
    return false; // It has gone meanwhile, or is something else.
  }
}

/** The file once it has done that; `undefined` where another process, or this one, has locked it. */
function opened(file: string, sql: string, readOnly = false): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    // Only now: Node 22 warns of it when it is loaded, which nobody is to read who opens no journal.
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

/** What tells a file from another that has its name later, be it with the number of its inode. */
function identity(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}
