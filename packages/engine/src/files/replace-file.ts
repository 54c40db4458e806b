import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  realpathSync,
  renameSync,
} from "node:fs";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makePlace, unwritable } from "./output-place.ts";

/**
 * Writes a file as {@link partialFile} does, its folders being made where they are missing.
 *
 * @param text Or its parts, each written as it comes.
 * @param option The option that names the place, where one does.
 * @throws PlaceError where it cannot be written.
 */
export function replaceFile(path: string, text: string | Iterable<string>, option?: string): void {
  makePlace(path, option);
  let file: PartialFile | undefined;
  try {
    file = partialFile(path);
    writeFileSync(file.path, ""); // A run that was killed here may have left a part.
    for (const part of typeof text === "string" ? [text] : text) {
      appendFileSync(file.path, part);
    }
    file.done();
  } catch (error) {
    file?.drop();
    throw unwritable(path, error, option);
  }
}

/** A file that gets its name only once it is whole. */
export interface PartialFile {
  /** Where it is written meanwhile: `<place>.partial`, or the place itself where nothing can be put beside it. */
  readonly path: string;
  /** Moves it to its place, over what was there, whose mode and links it keeps. */
  done(): void;
  /** Takes away what was written so far. */
  drop(): void;
}

/**
 * The file to write in the place of another, or where there is none. What is there stays as it is until `done`. Only
 * where nothing can be put beside it, as in the place of a device, is it written over.
 *
 * @throws The file system's error where the place cannot be looked at, now or when it is done.
 */
export function partialFile(place: string): PartialFile {
  const older = statSync(place, { throwIfNoEntry: false });
  const real = older ? realpathSync(place) : place;
  if (older && !(older.isFile() && allowsBeside(real)))
    return { path: place, done() {}, drop() {} };
  const path = `${real}.partial`;
  return {
    path,
    done() {
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
