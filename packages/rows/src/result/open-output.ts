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

/** Where results go, piece by piece. */
export interface Output {
  /** The file that the pieces are in until all are; `-` for standard output. */
  readonly path: string;
  /** Resolves when there is room for more. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Resolves when all is written. Where that is not the whole it stays at `path`; it is if not said otherwise. */
  end(whole?: boolean): Promise<void>;
}

/**
 * The file in its {@link resultPlace}, or standard output for `-`.
 *
 * @throws PlaceError where it cannot be written to, now or later; DataError where it holds replies or another run
 *   writes there; ClosedPipe where the reader of standard output has gone.
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
    `${path} cannot be written to (${code}): free some space; what was answered is in the store, so the same command goes on from there.`,
  );
}

/** Where the rows of a run go; no other run writes there until it is disposed of. */
type ResultPlace = Disposable & Pick<PartialFile, "path" | "done">;

/**
 * The place of a result, which gets its name only once it is whole, since a run that is stopped, or whose model does
 * not answer, leaves fewer rows than there are: until then rows go to `<out>.partial`.
 */
export function resultPlace(out: string): ResultPlace {
  spareJournal(out, "out");
  makePlace(out, "out");
  const file = partialFile(out);
  return { ...holdOutput(out), ...file };
}

/**
 * Keeps other runs from writing to a file, as they would leave rows torn into each other. The lock lies in the system's
 * temporary folder, so that none is left beside results; where it cannot be made there, there is none.
 */
export function holdOutput(path: string): Disposable {
  let release: (() => void) | undefined = () => {};
  try {
    // The same one however the file is spelled.
    const place = join(realpathSync(dirname(path)), basename(path));
    release = exclusiveLock(
      join(tmpdir(), `promptnce-out-${hash("sha256", place).slice(0, 32)}.lock`),
    );
  } catch {
    // No lock can be made.
  }
  if (release === undefined) {
    throw new DataError(
      (write) =>
        `${path} is being written to by another run: wait for it to end, or name another file with ${write("out")}.`,
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
