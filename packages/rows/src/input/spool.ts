import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { onExit } from "signal-exit";
import { DataError } from "../errors.ts";

type Spooled = Disposable & { readonly path: string };

/**
 * What comes in, in a temporary file that only this user may read until it is disposed of or the process ends, unless by
 * SIGKILL: rows are read twice, once for the labels and counts and once for the questions. It takes as much disk as
 * comes in, and no memory.
 *
 * @throws DataError where there is no room for it.
 */
export async function spool(input: NodeJS.ReadableStream, signal?: AbortSignal): Promise<Spooled> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const path = join(folder, "rows");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Also at a signal, unless somebody heeds it, who still reads the file and ends the process later.
  const forget = onExit(remove);
  const release = (): void => {
    forget();
    remove();
  };
  await pipeline(input, createWriteStream(path), { signal }).catch((error: NodeJS.ErrnoException) => {
    release();
    signal?.throwIfAborted();
    if (error.code === undefined) throw error;
    throw new DataError(
      `The rows that come in cannot be kept in ${folder} meanwhile (${error.code}): free some space, or set TMPDIR to a folder with more.`,
    );
  });
  return { path, [Symbol.dispose]: release };
}
