import { hash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { exclusiveLock, makePlace, type PartialFile, partialFile } from "@promptnce/engine/files";
import { PlaceError, unwritable as unwritablePlace } from "@promptnce/engine/files";
import { spareJournal } from "@promptnce/engine/journal";
import { ClosedPipe, DataError } from "../errors.ts";

/** A destination that results are written to piece by piece. */
export interface Output {
  /**
   * The temporary file that holds the pieces until the result is whole; `-` for standard output.
   */
  readonly path: string;
  /** Resolves when there is room for more. */
  write(piece: string | Uint8Array): Promise<void>;
  /**
   * Resolves when everything is written. A `whole` file, the default, gets its final name; else it
   * stays at `path`.
   */
  end(whole?: boolean): Promise<void>;
}

/**
 * An output to the file `out`, written at its {@link resultPlace}, or to standard output for `-`.
 *
 * @throws PlaceError if it cannot be written to, on opening or later.
 * @throws DataError if the file holds replies, or another run is writing to it.
 * @throws ClosedPipe if the reader of standard output has gone.
 */
export async function openOutput(out: string): Promise<Output> {
  if (out === "-") return outputTo(process.stdout, "standard output");
  const place = resultPlace(out);
  const stream = createWriteStream(place.path);
  await once(stream, "open").catch((error: unknown) => {
    place[Symbol.dispose]();
    throw unwritable(out, error);
  });
  return outputTo(stream, out, place);
}

function outputTo(stream: NodeJS.WritableStream, name: string, place?: ResultPlace): Output {
  let failure: unknown;
  const fail = (error: unknown): void => void (failure ??= error);
  stream.on("error", fail);
  const check = (): void => {
    if (failure === undefined) return;
    const closed = place === undefined && (failure as NodeJS.ErrnoException).code === "EPIPE";
    throw closed ? new ClosedPipe() : unwritable(name, failure);
  };
  return {
    path: place?.path ?? "-",
    async write(piece) {
      check();
      if (stream.write(piece)) return;
      await once(stream, "drain").catch(() => {});
      check();
    },
    async end(whole = true) {
      using _ = place;
      const closed = place && finished(stream.end()).then(() => (whole ? place.done() : undefined));
      await (
        closed ?? new Promise<void>((resolve) => void stream.write("", () => resolve()))
      ).catch(fail);
      check();
    },
  };
}

function unwritable(path: string, error: unknown): PlaceError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC") return unwritablePlace(path, error, "out");
  return new PlaceError(
    `${path} cannot be written to (${code}): free some space; the replies are in the store, so the same run goes on from there.`,
  );
}

/** The temporary file of a run's result. No other run can write there until it is disposed. */
type ResultPlace = Disposable & Pick<PartialFile, "path" | "done">;

/**
 * The place of a result: rows go to `<out>.partial`, which is renamed to `out` once it is whole. A
 * run that is stopped, or whose model does not answer, therefore never leaves an incomplete file
 * under the final name.
 */
export function resultPlace(out: string): ResultPlace {
  spareJournal(out, "out");
  makePlace(out, "out");
  const file = partialFile(out);
  return { ...holdOutput(out), ...file };
}

/**
 * Locks a file against other runs, whose rows would be mixed with these, until it is disposed. The
 * lock is kept in the system's temporary folder, so that none is left beside results. If it cannot
 * be made there, the file is not locked.
 *
 * @throws DataError if another run holds the lock.
 */
export function holdOutput(path: string): Disposable {
  let release: (() => void) | undefined = () => {};
  try {
    // The same lock however the path is spelled.
    const place = join(realpathSync(dirname(path)), basename(path));
    release = exclusiveLock(
      join(tmpdir(), `promptnce-out-${hash("sha256", place).slice(0, 32)}.lock`),
    );
  } catch {
    // The lock cannot be made: go on without one.
  }
  if (release === undefined) {
    throw new DataError(
      (write) =>
        `${path} is being written to by another run: wait for it to end, or name another file with ${write("out")}.`,
    );
  }
  // A second Ctrl-C ends the process at once; release the lock then too.
  process.once("exit", release);
  return {
    [Symbol.dispose]() {
      process.off("exit", release);
      release();
    },
  };
}
