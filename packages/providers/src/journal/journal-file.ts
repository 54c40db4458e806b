import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { JournalError } from "../errors/errors.ts";
import { makeFolder } from "../files/make-folder.ts";
import { exclusiveLock } from "../files/exclusive-lock.ts";

/** A file that only grows, held by its one writer. Offsets and lengths are in bytes. */
interface JournalFile {
  readonly fd: number;
  readonly size: number;
  read(offset: number, length: number): string;
  /** Appends one line and gives the place of its text, the newline not counted. */
  appendLine(text: string): { readonly offset: number; readonly length: number };
  close(): void;
}

/** How long a record may lie in the operating system's hands before the disk is told to write it. */
const SYNC_MS = 1000;

/** Opens `path` for appending, its folder made where missing, and takes its lock. */
export function openJournalFile(path: string): JournalFile {
  const fd = openAppendable(path);
  let unlock: () => void;
  try {
    // Of the real file, so that two links to one journal are one journal.
    unlock = lockJournal(realpathSync(path), path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let size = fstatSync(fd).size;
  // After a torn last line the next record begins a line of its own.
  let torn = endsTorn(fd, size);
  // One sync a second at most, beside the appends: a sync of each would take 20 times an append.
  let timer: NodeJS.Timeout | undefined;
  let syncing = false;
  let closed = false;
  let unsynced: unknown;
  const sync = (): void => {
    timer = undefined;
    syncing = true;
    fdatasync(fd, (error) => {
      syncing = false;
      unsynced = error ?? undefined;
      if (closed) closeSync(fd);
    });
  };
  return {
    fd,
    get size() {
      return size;
    },
    read: (offset, length) => read(fd, offset, length),
    appendLine(text) {
      if (unsynced !== undefined) throw unwritable(path, unsynced);
      const start = torn ? "\n" : "";
      const bytes = Buffer.from(`${start}${text}\n`);
      try {
        writeWhole(path, fd, bytes, size);
      } catch (error) {
        size = fstatSync(fd).size;
        torn = endsTorn(fd, size);
        throw error;
      }
      size += bytes.length;
      torn = false;
      timer ??= setTimeout(sync, SYNC_MS).unref();
      const length = bytes.length - start.length - 1;
      return { offset: size - length - 1, length };
    },
    close() {
      if (closed) return;
      closed = true;
      const dirty = timer !== undefined;
      clearTimeout(timer);
      try {
        if (dirty || syncing) fdatasyncSync(fd);
      } catch (error) {
        throw unwritable(path, error);
      } finally {
        // The number of a file that is being synced must not become that of another.
        if (!syncing) closeSync(fd);
        unlock();
      }
    },
  };
}

function endsTorn(fd: number, size: number): boolean {
  return size > 0 && read(fd, size - 1, 1) !== "\n";
}

function openAppendable(path: string): number {
  try {
    makeFolder(dirname(path));
    return openSync(path, "a+");
  } catch (error) {
    throw new JournalError(
      "unwritable",
      `The journal ${path} cannot be opened for writing (${code(error)}): make its folder writable, or give another file with --store.`,
    );
  }
}

/** Writes all bytes or, as far as the file system lets it, none: a full disk leaves no torn line. */
function writeWhole(path: string, fd: number, bytes: Buffer, size: number): void {
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
  } catch (error) {
    try {
      ftruncateSync(fd, size);
    } catch {
      // The torn line stays, and the next record begins a line of its own.
    }
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): JournalError {
  return new JournalError(
    "unwritable",
    `The journal ${path} cannot be written to (${code(error)}): free some space, then run the same command again; every reply before this one is kept.`,
  );
}

function read(fd: number, offset: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.toString("utf8", 0, done);
}

function code(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/**
 * Takes the lock of a journal, `<path>.lock`, and gives back what releases it.
 *
 * @param shown The path as the user knows it, for the sentence.
 * @throws JournalError where another process, or this one, holds it, or where it cannot be made.
 */
function lockJournal(path: string, shown: string = path): () => void {
  const release = lockOf(path);
  if (release !== undefined) return release;
  throw new JournalError(
    "locked",
    `The journal ${shown} is in use by another run: wait for it to end, or give this one a file of its own with --store.`,
  );
}

function lockOf(path: string): (() => void) | undefined {
  try {
    return exclusiveLock(`${path}.lock`);
  } catch (error) {
    throw new JournalError(
      "unwritable",
      `The lock ${path}.lock cannot be made (${error instanceof Error ? error.message : String(error)}): make its folder writable, or give another file with --store.`,
    );
  }
}
