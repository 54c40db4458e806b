import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** A file that goes when it is disposed of. */
export interface SpooledFile extends Disposable {
  readonly path: string;
}

/**
 * What comes in, in a temporary file that only this user may read: rows are read twice, once for the
 * labels and counts and once for the questions. It takes as much disk as comes in, and no memory.
 */
export async function spool(input: NodeJS.ReadableStream): Promise<SpooledFile> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, "rows");
  // Also where the process ends early; not where it is killed.
  process.once("exit", remove);
  await pipeline(input, createWriteStream(path));
  return {
    path,
    [Symbol.dispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
