import { closeSync, fdatasync, fdatasyncSync, openSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { JournalError } from "../errors/engine-errors.ts";
import { makeFolder } from "../files/make-folder.ts";
import { exclusiveLock, isWithoutLocks } from "../files/exclusive-lock.ts";
import { lineWriter, orRefused, type Place } from "./json-lines.ts";
import { refuseForeign, refuseStream } from "./read-journal.ts";

/** How long a record may stay in the operating system's cache before a sync is requested. */
const SYNC_MS = 1000;

/**
 * Opens `path` for appending, creating missing folders, and takes its lock: the file has one writer
 * and only grows.
 */
export function openJournalFile(path: string): {
  readonly fd: number;
  append(text: string): Place;
  close(): void;
} {
  refuseStream(path);
  const fd = orRefused(
    () => {
      makeFolder(dirname(path));
      // Prompts and replies are private to the user.
      return openSync(path, "a+", 0o600);
    },
    (why) => (write) =>
      `The journal ${path} cannot be opened for writing (${why}): make its folder writable, or give another file with ${write("store")}.`,
  );
  const unwritable = (why: string): string =>
    `The journal ${path} cannot be written to (${why}): free some space, then repeat the run; every reply before this one is kept.`;
  let unlock: () => void;
  try {
    refuseForeign(fd, path);
    // The lock is on the real file, so that two links to one journal share it.
    unlock = lockJournal(realpathSync(path), path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  const write = lineWriter(fd);
  // At most one sync a second, concurrent with the appends: syncing each append would take 20 times
  // as long as the append.
  let timer: NodeJS.Timeout | undefined;
  let syncing = false;
  let closed = false;
  let unsynced: unknown;
  const sync = (): void => {
    // A sync may outlast the interval; a second one running beside it would close the file twice.
    timer = syncing ? setTimeout(sync, SYNC_MS).unref() : undefined;
    if (syncing) return;
    syncing = true;
    fdatasync(fd, (error) => {
      syncing = false;
      unsynced = error ?? undefined;
      if (closed) closeSync(fd);
    });
  };
  return {
    fd,
    append: (text) =>
      orRefused(() => {
        if (unsynced !== undefined) throw unsynced;
        const place = write(text);
        timer ??= setTimeout(sync, SYNC_MS).unref();
        return place;
      }, unwritable),
    close() {
      if (closed) return;
      closed = true;
      const dirty = timer !== undefined;
      clearTimeout(timer);
      try {
        if (dirty || syncing) orRefused(() => fdatasyncSync(fd), unwritable);
      } finally {
        // The descriptor must not be reused by another file while its sync is running.
        if (!syncing) closeSync(fd);
        unlock();
      }
    },
  };
}

/**
 * Takes the lock of a journal and returns the function that releases it. `shown` is the path as the
 * user gave it.
 */
function lockJournal(path: string, shown: string): () => void {
  let release: (() => void) | undefined;
  try {
    release = exclusiveLock(`${path}.lock`);
  } catch (error) {
    if (isWithoutLocks(error)) {
      rmSync(`${path}.lock`, { force: true });
      throw new JournalError(
        (write) =>
          `The file system of ${shown} has no locks (${(error as Error).message}), so two runs could pay for the same replies: give a file on a local disk with ${write("store")}.`,
      );
    }
    throw new JournalError(
      (write) =>
        `The lock ${path}.lock cannot be made (${(error as Error).message}): make its folder writable, or give another file with ${write("store")}.`,
    );
  }
  if (release !== undefined) return release;
  throw new JournalError(
    (write) =>
      `The journal ${shown} is in use by another run: wait for it to end, or give this one a file of its own with ${write("store")}.`,
  );
}
