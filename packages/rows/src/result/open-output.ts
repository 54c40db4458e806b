import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { ClosedPipe } from "../errors.ts";
import { PlaceError, unwritable as unwritablePlace } from "@promptnce/providers/choose";
import { type ResultPlace, resultPlace } from "./result-place.ts";

/** Where results go, piece by piece. */
export type Output = ReturnType<typeof outputTo>;

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

function outputTo(stream: NodeJS.WritableStream, name: string, place?: ResultPlace) {
  let failure: unknown;
  const fail = (error: unknown): void => void (failure ??= error);
  stream.on("error", fail);
  const check = (): void => {
    if (failure === undefined) return;
    const closed = place === undefined && (failure as NodeJS.ErrnoException).code === "EPIPE";
    throw closed ? new ClosedPipe() : unwritable(name, failure);
  };
  return {
    /** The file that the pieces are in until all are; `-` for standard output. */
    path: (place?.path ?? "-") as string,
    /** Resolves when there is room for more. */
    async write(piece: string | Uint8Array): Promise<void> {
      check();
      if (stream.write(piece)) return;
      await once(stream, "drain").catch(() => {});
      check();
    },
    /** Resolves when all is written. Where that is not the whole it stays at `path`; it is if not said otherwise. */
    async end(whole = true): Promise<void> {
      using _ = place;
      const closed = place && finished(stream.end()).then(() => (whole ? place.done() : undefined));
      await (closed ?? new Promise<void>((resolve) => void stream.write("", () => resolve()))).catch(fail);
      check();
    },
  };
}

function unwritable(path: string, error: unknown): PlaceError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC") return unwritablePlace(path, error, "with --out");
  return new PlaceError(
    `${path} cannot be written to (${code}): free some space; what was answered is in the store, so the same command goes on from there.`,
  );
}
