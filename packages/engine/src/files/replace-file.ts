import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { PlaceError } from "../errors/engine-errors.ts";
import { makePlace, unwritable } from "./output-place.ts";
import { spareReplies } from "./spare-replies.ts";

/**
 * Writes a file through {@link partialFile}, creating its missing folders.
 *
 * @param text The whole text, or its parts, each written as it is produced.
 * @param option The option that names the place, where one does.
 * @throws PlaceError where the file cannot be written, or holds replies.
 * @example
 * import { readFileSync } from "node:fs";
 * replaceFile("results/pairs.csv", ["cue,response\n", "SEA,WATER\n"]);
 * readFileSync("results/pairs.csv", "utf8"); // → "cue,response\nSEA,WATER\n"
 */
export function replaceFile(path: string, text: string | Iterable<string>, option?: string): void {
  makePlace(path, option);
  let file: PartialFile | undefined;
  try {
    file = partialFile(path, option);
    writeFileSync(file.path, ""); // A run that was killed here may have left a partial file.
    for (const part of typeof text === "string" ? [text] : text) {
      appendFileSync(file.path, part);
    }
    file.done();
  } catch (error) {
    file?.drop();
    if (error instanceof PlaceError) throw error;
    throw unwritable(path, error, option);
  }
}

/** A file that gets its final name only once it is complete. */
export interface PartialFile {
  /**
   * Where it is written until then: `<place>.partial`, or the place itself where no file can be
   * created beside it.
   */
  readonly path: string;
  /**
   * Moves it to its place. A file replaced there passes on its mode and links.
   *
   * @throws PlaceError where that file holds replies by now.
   */
  done(): void;
  /** Removes the partial file. */
  drop(): void;
}

/**
 * A file to write at `place`, where another file may exist. That file stays unchanged until `done`.
 * It is overwritten directly only where no file can be created beside it, as for a device.
 *
 * @param option The option that names the place, where one does.
 * @throws PlaceError where the file there holds replies. The file system's error where the place
 *   cannot be inspected, now or in `done`.
 * @example
 * import { readFileSync, writeFileSync } from "node:fs";
 * const file = partialFile("pairs.csv");
 * writeFileSync(file.path, "cue,response\n");
 * file.done();
 * readFileSync("pairs.csv", "utf8"); // → "cue,response\n"
 */
export function partialFile(place: string, option?: string): PartialFile {
  spareReplies(place, option);
  const older = statSync(place, { throwIfNoEntry: false });
  const real = older ? realpathSync(place) : place;
  if (older && !(older.isFile() && allowsBeside(real)))
    return { path: place, done() {}, drop() {} };
  const path = `${real}.partial`;
  spareReplies(path, option);
  return {
    path,
    done() {
      spareReplies(place, option);
      if (older) chmodSync(path, older.mode);
      renameSync(path, real);
    },
    drop: () => rmSync(path, { force: true }),
  };
}

function allowsBeside(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
