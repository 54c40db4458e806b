import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makePlace, unwritable } from "./output-place.ts";

/**
 * Writes a file, its folders being made where they are missing. What was there stays as it is until the
 * new text is whole: it is written beside, to `<path>.partial`, and moved over it. Only where nothing
 * can be put beside it, as in the place of a device, is it written over.
 *
 * @param hint How to name another place, as "with --out".
 * @throws PlaceError where it cannot be written.
 */
export function replaceFile(path: string, text: string, hint: string): void {
  makePlace(path, hint);
  try {
    const older = statSync(path, { throwIfNoEntry: false });
    const real = older ? realpathSync(path) : path;
    if (older && !(older.isFile() && allowsBeside(real))) return writeFileSync(path, text);
    writeBeside(real, text, older?.mode);
  } catch (error) {
    throw unwritable(path, error, hint);
  }
}

function allowsBeside(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeBeside(path: string, text: string, mode: number | undefined): void {
  const partial = `${path}.partial`;
  try {
    writeFileSync(partial, text);
    if (mode !== undefined) chmodSync(partial, mode);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
