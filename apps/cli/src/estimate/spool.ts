import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DataError } from "../data-error.ts";

/** A file that goes when it is disposed of. */
export interface SpooledFile extends Disposable {
  readonly path: string;
}

/**
 * What comes in, in a temporary file that only this user may read: rows are read twice, once for the
 * labels and counts and once for the questions. It takes as much disk as comes in, and no memory.
 *
 * @throws DataError where there is no room for it.
 */
export async function spool(input: NodeJS.ReadableStream): Promise<SpooledFile> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, "rows");
  // Also where the process ends early; not where it is killed.
  process.once("exit", remove);
  await pipeline(input, createWriteStream(path)).catch((error: NodeJS.ErrnoException) => {
    remove();
    if (error.code === undefined) throw error;
    throw new DataError(`The rows that come in cannot be kept in ${folder} meanwhile (${error.code}): free some space, or set TMPDIR to a folder with more.`); // prettier-ignore
  });
  return {
    path,
    [Symbol.dispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
