import { closeSync, openSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { PlaceError } from "../errors/engine-errors.ts";
import { spareReplies } from "./spare-replies.ts";

/**
 * Checks, before any request is sent, that a file can be written at `path`, missing folders
 * included. Files and folders created for the check are removed again. Standard output (`-`) needs
 * no check.
 *
 * @param option The option that names the place, where one does.
 * @throws PlaceError where the file cannot be written, or holds replies.
 * @example
 * checkPlace("results/pairs.csv", "out"); // → undefined
 */
export function checkPlace(path: string, option?: string): void {
  if (path === "-") return;
  spareReplies(path, option);
  let made: readonly string[] = [];
  try {
    made = makeFolder(dirname(path));
    tryOpening(path);
  } catch (error) {
    throw unwritable(path, error, option);
  } finally {
    for (const folder of made.toReversed()) {
      rmdirSync(folder);
    }
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

/**
 * Creates the missing parent folders of a file.
 *
 * @throws PlaceError where they cannot be created.
 * @example
 * import { existsSync } from "node:fs";
 * makePlace("results/pairs.csv");
 * existsSync("results"); // → true
 */
export function makePlace(path: string, option?: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw unwritable(path, error, option);
  }
}

const remedies: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "free some space"],
  ["EDQUOT", "free some space"],
  ["EFBIG", "allow larger files"],
]);

/**
 * The error for a file that the system does not allow to be written.
 *
 * @example
 * const error = Object.assign(new Error("EACCES"), { code: "EACCES" });
 * unwritable("results/pairs.csv", error).name; // → "PlaceError"
 */
export function unwritable(path: string, error: unknown, option?: string): PlaceError {
  const { code } = error as NodeJS.ErrnoException;
  const remedy = (code && remedies.get(code)) ?? "allow writing there";
  return new PlaceError((write) => {
    const where = option === undefined ? "" : ` with ${write(option)}`;
    return `${path} cannot be written to (${code}): ${remedy}, or name another place${where}.`;
  });
}
