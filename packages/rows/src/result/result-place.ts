import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { exclusiveLock, makePlace, type PartialFile, partialFile, spareJournal } from "@promptnce/providers/choose";
import { DataError } from "../errors.ts";

/** Where the rows of a run go; no other run writes there until it is disposed of. */
export type ResultPlace = Disposable & Pick<PartialFile, "path" | "done">;

/**
 * The place of a result, which gets its name only once it is whole, since a run that is stopped, or whose model does not
 * answer, leaves fewer rows than there are: until then rows go to `<out>.partial`. Folders are made where they are
 * missing.
 *
 * @throws DataError where another run writes there or it is a journal of replies; PlaceError where no folder can be
 *   made.
 */
export function resultPlace(out: string): ResultPlace {
  spareJournal(out);
  makePlace(out, "with --out");
  const file = partialFile(out);
  return { ...holdOutput(out), ...file };
}

/**
 * Keeps other runs from writing to a file until it is released, for two that did would leave rows torn into each other.
 * The lock lies in the system's temporary folder, so that none is left beside results; where it cannot be made there,
 * there is none.
 *
 * @param path Of a file in a folder that is there.
 * @throws DataError where another run holds it.
 */
export function holdOutput(path: string): Disposable {
  let release: (() => void) | undefined = () => {};
  try {
    release = exclusiveLock(lockFile(path));
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
