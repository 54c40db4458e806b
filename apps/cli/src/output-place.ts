import { closeSync, openSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "@promptnce/providers/choose";
import { DataError } from "./data-error.ts";

/**
 * Makes sure, before anything is asked, that a file can be written there, its folders being made where
 * they are missing. What it makes to find out it takes away again. Standard output needs no place.
 *
 * @param hint How to name another place, as "with --out".
 * @throws DataError where it cannot be written.
 */
export function checkPlace(path: string, hint: string): void {
  if (path === "-") return;
  let made: readonly string[] = [];
  try {
    made = makeFolder(dirname(path));
    tryOpening(path);
  } catch (error) {
    throw unwritable(path, error, hint);
  } finally {
    for (const folder of made.toReversed()) rmdirSync(folder);
  }
}

function tryOpening(path: string): void {
  try {
    closeSync(openSync(path, "r+"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    closeSync(openSync(path, "wx"));
    rmSync(path);
  }
}

/** Makes the folders that a file lies in. @throws DataError where they cannot be made. */
export function makePlace(path: string, hint: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw unwritable(path, error, hint);
  }
}

/** The sentence for a file that the system does not let be written. */
export function unwritable(path: string, error: unknown, hint: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  const remedy = code === "ENOSPC" ? "free some space" : "allow writing there";
  return new DataError(`${path} cannot be written to (${code}): ${remedy}, or name another file${hint === "" ? "" : ` ${hint}`}.`); // prettier-ignore
}
