import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DataError } from "../errors.ts";

type Spooled = Disposable & { readonly path: string };

/**
 * What comes in, in a temporary file that only this user may read until it is disposed of: rows are read twice, once for the labels and counts
 * and once for the questions. It takes as much disk as comes in, and no memory.
 *
 * @throws DataError where there is no room for it.
 */
export async function spool(input: NodeJS.ReadableStream, signal?: AbortSignal): Promise<Spooled> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const path = join(folder, "rows");
  const release = removedAtTheEnd(folder);
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

/** Signals that end the process without its "exit". */
const ENDS = ["SIGTERM", "SIGHUP"] as const;

/** What listens to them here. */
const ends = new Set<unknown>();

/** Removes the folder when it is called, or the process ends; not where it is killed by SIGKILL. */
function removedAtTheEnd(folder: string): () => void {
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals): void => {
    // Who else heeds the signal still reads the file, and ends the process later.
    if (process.listeners(signal).some((other) => !ends.has(other))) return;
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    ends.delete(end);
    process.off("exit", remove);
    for (const signal of ENDS) process.off(signal, end);
    remove();
  };
  ends.add(end);
  process.once("exit", remove);
  for (const signal of ENDS) process.once(signal, end);
  return release;
}
