// Files written whole or not at all, locks for a single writer, and errors for paths that cannot be
// written.
export { PlaceError } from "../errors/engine-errors.ts";
export { NodeVersionError } from "../errors/engine-errors.ts";
export { exclusiveLock, fileIdentity } from "./exclusive-lock.ts";
export { checkNode } from "./needed-node.ts";
export { checkPlace, makePlace, unwritable } from "./output-place.ts";
export { partialFile, type PartialFile, replaceFile } from "./replace-file.ts";
export { startOfFile } from "./start-of-file.ts";
