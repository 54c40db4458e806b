import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { ClosedPipe } from "../errors.ts";
import { makePlace, PlaceError, spareJournal, unwritable as unwritablePlace } from "@promptnce/providers/choose";

const HINT = "with --out";

/** Where results go, piece by piece. */
export interface Output {
  /** Resolves when there is room for more. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Resolves when all is written. */
  end(): Promise<void>;
}

/**
 * The file, emptied and its folders made, or standard output for `-`.
 *
 * @throws PlaceError where it cannot be written to, now or later; DataError where it holds replies; ClosedPipe where
 *   the reader of standard output has gone.
 */
export async function openOutput(path: string): Promise<Output> {
  if (path === "-") return outputTo(process.stdout, "standard output", false);
  spareJournal(path);
  makePlace(path, HINT);
  const stream = createWriteStream(path);
  await once(stream, "open").catch((error: unknown) => {
    throw unwritable(path, error);
  });
  return outputTo(stream, path, true);
}

function outputTo(stream: NodeJS.WritableStream, path: string, closes: boolean): Output {
  let failure: unknown;
  const fail = (error: unknown): void => void (failure ??= error);
  stream.on("error", fail);
  const check = (): void => {
    if (failure === undefined) return;
    const closed = !closes && (failure as NodeJS.ErrnoException).code === "EPIPE";
    throw closed ? new ClosedPipe() : unwritable(path, failure);
  };
  return {
    async write(piece) {
      check();
      if (stream.write(piece)) return;
      await once(stream, "drain").catch(() => {});
      check();
    },
    async end() {
      if (closes) await finished(stream.end()).catch(fail);
      else await new Promise<void>((resolve) => void stream.write("", () => resolve()));
      check();
    },
  };
}

function unwritable(path: string, error: unknown): PlaceError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC") return unwritablePlace(path, error, HINT);
  return new PlaceError(
    `${path} cannot be written to (${code}): free some space; what was answered is in the store, so the same command goes on from there.`,
  );
}
