import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { finished } from "node:stream/promises";
import { SentenceError } from "@promptnce/core/errors";
import {
  exclusiveLock,
  fileIdentity,
  makePlace,
  partialFile,
  PlaceError,
  unwritable as unwritablePlace,
} from "@promptnce/engine/files";
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
 * @throws PlaceError if it holds replies or cannot be written to, on opening or later.
 * @throws DataError if another run is writing to it, or has written to it meanwhile.
 * @throws ClosedPipe if the reader of standard output has gone.
 * @example
 * import { readFileSync } from "node:fs";
 * const output = await openOutput("out.csv");
 * await output.write("cue,pmi\n");
 * await output.end();
 * readFileSync("out.csv", "utf8"); // → "cue,pmi\n"
 */
export async function openOutput(out: string): Promise<Output> {
  if (out === "-") return outputTo(process.stdout, "standard output");
  const place = resultPlace(out);
  const stream = createWriteStream(place.path, { flags: place.path === out ? "w" : "wx" });
  await once(stream, "open").catch((error: unknown) => {
    place[Symbol.dispose]();
    throw unwritable(out, error);
  });
  const own = fileIdentity(place.path);
  const done = (): void => {
    const isWhole = statSync(place.path, { throwIfNoEntry: false })?.size === stream.bytesWritten;
    if (place.path !== out && !(isWhole && fileIdentity(place.path) === own)) throw mixed(out);
    place.done();
  };
  return outputTo(stream, out, { ...place, done });
}

function mixed(out: string): DataError {
  return new DataError(
    (write) =>
      `Another program changed ${out}.partial, where the rows of ${out} were written: the result is not kept. Repeat the run, which asks nothing twice, with another file as ${write("out")}.`,
  );
}

function outputTo(stream: NodeJS.WritableStream, name: string, place?: ResultPlace): Output {
  let failure: unknown;
  const fail = (error: unknown): void => void (failure ??= error);
  stream.on("error", fail);
  const check = (): void => {
    if (failure === undefined) return;
    if (failure instanceof SentenceError) throw failure;
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
interface ResultPlace extends Disposable {
  readonly path: string;
  /** Moves it to its place. */
  done(): void;
}

/**
 * The place of a result: rows go to `<out>.partial`, which is renamed to `out` once it is whole. A
 * run that is stopped, or whose model does not answer, therefore never leaves an incomplete file
 * under the final name.
 */
export function resultPlace(out: string): ResultPlace {
  makePlace(out, "out");
  const file = partialFile(out, "out");
  if (file.path === out) return { ...file, [Symbol.dispose]() {} };
  const hold = holdOutput(file.path, out);
  file.drop(); // A run that was killed may have left one.
  return { ...file, ...hold };
}

/**
 * Locks a file against other runs, whose rows would be mixed with these, until it is disposed. The
 * lock lies beside the file, so that all runs find it; a run that was killed leaves one that the
 * next run takes over. If it cannot be made there, the file is not locked.
 *
 * @param shown The path as the user gave it.
 * @throws DataError if another run holds the lock.
 */
function holdOutput(path: string, shown: string): Disposable {
  let release: (() => void) | undefined = () => {};
  try {
    release = exclusiveLock(`${path}.lock`);
  } catch {
    // The lock cannot be made: go on without one.
  }
  if (release === undefined) {
    throw new DataError(
      (write) =>
        `${shown} is being written to by another run: wait for it to end, or name another file with ${write("out")}.`,
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
