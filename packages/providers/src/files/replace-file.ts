import { appendFileSync, writeFileSync } from "node:fs";
import { makePlace, unwritable } from "./output-place.ts";
import { type PartialFile, partialFile } from "./partial-file.ts";

/**
 * Writes a file as {@link partialFile} does, its folders being made where they are missing: what was there stays as it
 * is until the new text is whole.
 *
 * @param text Or its parts, each written as it comes.
 * @param hint How to name another place, as "with --out".
 * @throws PlaceError where it cannot be written.
 */
export function replaceFile(path: string, text: string | Iterable<string>, hint: string): void {
  makePlace(path, hint);
  let file: PartialFile | undefined;
  try {
    file = partialFile(path);
    writeFileSync(file.path, ""); // A run that was killed here may have left a part.
    for (const part of typeof text === "string" ? [text] : text) appendFileSync(file.path, part);
    file.done();
  } catch (error) {
    file?.drop();
    throw unwritable(path, error, hint);
  }
}
