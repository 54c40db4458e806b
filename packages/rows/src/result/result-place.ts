import { createHash } from "node:crypto";
import { chmodSync, realpathSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { exclusiveLock, makePlace, spareJournal } from "@promptnce/providers/choose";
import { DataError } from "../errors.ts";

/** Where the rows of a run go; no other run writes there until it is disposed of. */
export interface ResultPlace extends Disposable {
  /** The file that rows go to as they come, another one beside an older result. */
  readonly path: string;
  /** Puts the file, in which all rows are, in the place of the older result. */
  done(): void;
}

/**
 * The place of a result. A result that is there is replaced only by a whole one, since a run that is stopped, or whose
 * model does not answer, would leave fewer rows than there were: rows then go to `<out>.partial`. Folders are made
 * where they are missing.
 *
 * @throws DataError where another run writes there or it is a journal of replies; PlaceError where no folder can be
 *   made.
 */
export function resultPlace(out: string): ResultPlace {
  spareJournal(out);
  makePlace(out, "with --out");
  const held = holdOutput(out);
  const older = out === "-" ? undefined : statSync(out, { throwIfNoEntry: false });
  // Only a file with something in it is a result; anything else is written to as it is.
  if (older === undefined || !older.isFile() || older.size === 0) return { ...held, path: out, done: () => {} };
  const place = realpathSync(out);
  const path = `${place}.partial`;
  return {
    ...held,
    path,
    done() {
      chmodSync(path, older.mode);
      renameSync(path, place);
    },
  };
}

/**
 * Keeps other runs from writing to a file until it is released, for two that did would leave rows torn into each other.
 * The lock lies in the system's temporary folder, so that none is left beside results; where it cannot be made there,
 * there is none.
 *
 * @param path Of a file in a folder that is there, or `-` for standard output, which nobody holds.
 * @throws DataError where another run holds it.
 */
export function holdOutput(path: string): Disposable {
  let release: (() => void) | undefined = () => {};
  try {
    if (path !== "-") release = exclusiveLock(lockFile(path));
  } catch {
    // No lock can be made.
  }
  if (release === undefined) {
    throw new DataError(
      `${path} is being written to by another run: wait for it to end, or name another file with --out.`,
    );
  }
  // Of a run that is ended by a second Ctrl-C no file is left either.
  process.once("exit", release);
  return {
    [Symbol.dispose]() {
      process.off("exit", release);
      release();
    },
  };
}

/** The same one however the file is spelled. */
function lockFile(path: string): string {
  const place = join(realpathSync(dirname(path)), basename(path));
  const name = createHash("sha256").update(place).digest("hex").slice(0, 32);
  return join(tmpdir(), `promptnce-out-${name}.lock`);
}
