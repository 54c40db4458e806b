import { readdirSync, statSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { listText } from "@promptnce/core/errors";
import { DataError } from "@promptnce/rows/errors";

/** What names of tables end in. */
const TABLE = /\.(?:csv|tsv|txt|jsonl|json|parquet|xlsx)$/i;

/** The most names that an error lists. */
const MOST = 5;

/** @throws DataError that says what to give instead of an address, a folder or a wrong name */
export function checkRowsFile(path: string): void {
  if (/^[a-z]+:\/\//i.test(path)) {
    throw new DataError(
      `${path} is an address, and start reads files: download it, and name that.`,
    );
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    throw new DataError(`${path} is a folder: name a file of rows${amongText(path)}.`);
  }
  if (found !== undefined) return;
  if (path.includes("\\") && sep === "/") {
    throw new DataError(`${path} is not there: write / between folders on this machine, not \\.`);
  }
  const folder = dirname(path);
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  throw new DataError(
    isThere
      ? `${basename(path)} is not there: name a file of rows${amongText(folder)}.`
      : `${path} is not there, since there is no folder ${folder}.`,
  );
}

/** The first tables in a folder, for the end of a sentence. */
function amongText(folder: string): string {
  const tables = readdirSync(folder).filter((name) => TABLE.test(name));
  if (tables.length === 0) return "";
  const more = tables.length > MOST ? [`${tables.length - MOST} more`] : [];
  return `, as ${folder === "." ? "this folder" : folder} has ${listText([...tables.slice(0, MOST), ...more], "and")}`;
}
