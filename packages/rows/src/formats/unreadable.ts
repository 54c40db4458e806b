import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { dirname, extname, sep } from "node:path";
import { listText } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { foreignContent, TELLING } from "./foreign-files.ts";

/** What names of tables end in; files in .json and .txt are seldom tables. */
const TABLES: readonly string[] = [".csv", ".tsv", ".jsonl", ".parquet", ".xlsx"];

/** The most names that an error lists. */
const MOST = 5;

/**
 * The error for a file that the system cannot read, asking for `wanted`: an address, a folder, or a
 * name that is not there, with the names in its folder that may be meant; rethrows any error that is
 * not the system's.
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * const error = await readFile("none/a.csv").catch((reason) => reason);
 * unreadable("none/a.csv", error, "a file of rows").message;
 * // → "none/a.csv is not there, since there is no folder none: give a file of rows."
 */
export function unreadable(path: string, error: unknown, wanted: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (/^[a-z]+:\/\//i.test(path)) {
    return new DataError(`${path} is an address, not a file: download it, and give ${wanted}.`);
  }
  if (code === "EISDIR") {
    return new DataError(`${path} is a folder: give ${wanted}${amongText(path, TABLES)}.`);
  }
  if (code !== "ENOENT") {
    return new DataError(`${path} cannot be read (${code}): give ${wanted}.`);
  }
  if (path.includes("\\") && sep === "/") {
    return new DataError(`${path} is not there: write / between folders on this machine, not \\.`);
  }
  if (/^[“”„‘’«»].*[“”‘’«»]$/.test(path)) {
    return new DataError(`${path} is not there: type straight quotes (") around it, or none.`);
  }
  const folder = dirname(path);
  if (!isFolder(folder)) {
    return new DataError(
      `${path} is not there, since there is no folder ${folder}: give ${wanted}.`,
    );
  }
  const end = extname(path);
  const ends = TABLES.includes(end) || end === "" ? TABLES : [end];
  return new DataError(`${path} is not there: give ${wanted}${amongText(folder, ends)}.`);
}

/**
 * Checks that a file is there and no folder, before anything is made of it; `-` is standard input.
 *
 * @throws DataError as {@link unreadable} makes it
 * @example
 * checkFile("pairs.csv", "a file of rows"); // → undefined
 */
export function checkFile(path: string, wanted: string): void {
  if (path === "-") return;
  try {
    if (!statSync(path).isDirectory()) return;
  } catch (error) {
    throw unreadable(path, error, wanted);
  }
  throw unreadable(path, { code: "EISDIR" }, wanted);
}

/**
 * Checks that a text file is there, and by its first bytes that it may be a table: not a web page
 * or another program's file under a wrong name.
 *
 * @throws DataError that says what it is, and what to do
 * @example
 * checkTextFile("pairs.csv", "a file of rows"); // → undefined
 */
export function checkTextFile(path: string, wanted: string): void {
  checkFile(path, wanted);
  const bytes = Buffer.alloc(TELLING);
  const file = openSync(path, "r");
  try {
    const foreign = foreignContent(bytes.subarray(0, readSync(file, bytes, 0, TELLING, 0)));
    if (foreign !== undefined) throw new DataError(`${path} ${foreign}.`);
  } finally {
    closeSync(file);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The first files in a folder with one of these ends, for the end of a sentence. */
function amongText(folder: string, ends: readonly string[]): string {
  const found = readdirSync(folder).filter((name) =>
    ends.includes(extname(name.replace(/\.gz$/i, "")).toLowerCase()),
  );
  if (found.length === 0) return "";
  const more = found.length > MOST ? [`${found.length - MOST} more`] : [];
  const place = folder === "." ? "this folder" : folder;
  return `; ${place} has ${listText([...found.slice(0, MOST), ...more], "and")}`;
}
