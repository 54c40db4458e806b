// Files that are written whole or not at all, locked by one writer, or refused in a sentence.
export { PlaceError } from "../errors/engine-errors.ts";
export { exclusiveLock } from "./exclusive-lock.ts";
export { checkPlace, makePlace, unwritable } from "./output-place.ts";
export { partialFile, type PartialFile, replaceFile } from "./replace-file.ts";
export { startOfFile } from "./start-of-file.ts";
