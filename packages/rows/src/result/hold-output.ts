import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { exclusiveLock } from "@promptnce/providers/choose";
import { DataError } from "../errors.ts";

/**
 * Keeps other runs from writing to a file until it is released, for two that did would leave rows torn
 * into each other. The lock lies in the system's temporary folder, so that none is left beside results;
 * where it cannot be made there, there is none.
 *
 * @param path Of a file in a folder that is there, or `-` for standard output, which nobody holds.
 * @throws DataError where another run holds it.
 */
export function holdOutput(path: string): Disposable {
  const nothing = { [Symbol.dispose]: () => {} };
  if (path === "-") return nothing;
  let release: (() => void) | undefined;
  try {
    release = exclusiveLock(lockFile(path));
  } catch {
    return nothing;
  }
  if (release !== undefined) return { [Symbol.dispose]: release };
  throw new DataError(
    `${path} is being written to by another run: wait for it to end, or name another file with --out.`,
  );
}

/** The same one however the file is spelled. */
function lockFile(path: string): string {
  const place = join(realpathSync(dirname(path)), basename(path));
  const name = createHash("sha256").update(place).digest("hex").slice(0, 32);
  return join(tmpdir(), `promptnce-out-${name}.lock`);
}
