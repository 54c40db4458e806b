import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { mismatch } from "./checksum.ts";
import { DatasetError } from "./errors.ts";
import type { FileEntry, Origin } from "./manifest.ts";
import { checkFile } from "./stored-file.ts";

/** A table made from originals; a folder holds it as `<file>.gz`, or unpacked. */
export interface MadeTable extends FileEntry {
  /** Without a header. */
  readonly rows: number;
}

/** A set of tables that are made from the files of one commit of a repository. */
export interface TablesManifest extends Origin {
  readonly name: string;
  /** The full name of the commit that the originals are read at. */
  readonly commit: string;
  readonly tables: readonly MadeTable[];
}

/** The tables that a folder does not have, or has with another checksum. */
export function tablesToMake({ tables }: TablesManifest, folder: string): MadeTable[] {
  return tables.filter((table) => checkFile(folder, table).status !== "ok");
}

/**
 * Writes a table as `<file>.gz`, under that name only when it is whole and what the manifest says.
 */
export async function writeTable(folder: string, table: MadeTable, text: string): Promise<void> {
  const wrong = mismatch(Buffer.from(text), table);
  if (wrong !== undefined) {
    throw new DatasetError(
      `${table.file} was not written: made from the originals it has ${wrong.found}, expected ${wrong.expected}. ` +
        "That is an error of this program: please report it.",
    );
  }
  const place = join(folder, `${table.file}.gz`);
  const temporary = `${place}.${process.pid}.part`;
  try {
    await writeFile(temporary, gzipSync(text));
    await rename(temporary, place);
  } catch (error) {
    throw new DatasetError(`${place} cannot be written: ${(error as Error).message}.`);
  } finally {
    await rm(temporary, { force: true });
  }
}
