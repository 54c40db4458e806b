import { readFileSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { expectedSum, mismatch } from "./checksum.ts";
import { unpack, type DataFile } from "./data-file.ts";
import { DatasetError } from "./errors.ts";
import {
  manifest,
  type DatasetName,
  type Edition,
  type FileEntry,
  type Manifest,
} from "./manifest.ts";

/** Makes a folder for files. @throws DatasetError where it cannot be made */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new DatasetError(`The folder ${folder} cannot be made: ${error.message}.`);
  });
}

/**
 * Where a file lies in its dataset's folder, plain or with `.gz`; `undefined` where it does not.
 */
function findFile(folder: string, file: string): string | undefined {
  const paths = [file, `${file}.gz`].map((candidate) => join(folder, candidate));
  return paths.find((path) =>
    readable(path, () => statSync(path, { throwIfNoEntry: false })?.isFile()),
  );
}

/**
 * A file of a dataset's folder, unpacked and named `<dataset>/<file>`; `undefined` where there is
 * none. Throws
 * {@link DatasetError} where it cannot be read or unpacked.
 */
export function readStored(folder: string, file: string): DataFile | undefined {
  const path = findFile(folder, file);
  if (path === undefined) return undefined;
  const bytes = readable(path, () => readFileSync(path));
  return { file: `${basename(folder)}/${file}`, bytes: unpack({ file: path, bytes }).bytes };
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/**
 * The first edition with at least one file in the folder, and its missing files; the official
 * edition if there is none. If some official files are present, a subset beside them never replaces
 * the rest.
 */
export function chooseEdition(
  { editions }: Manifest,
  folder: string,
): { edition: Edition; missing: readonly FileEntry[] } {
  for (const edition of editions) {
    const missing = edition.files.filter(({ file }) => findFile(folder, file) === undefined);
    if (missing.length < edition.files.length) return { edition, missing };
  }
  return { edition: editions[0], missing: editions[0].files };
}

/** Whether a file is there with the checksum that the manifest expects. */
export interface FileCheck {
  readonly file: string;
  readonly status: "ok" | "missing" | "wrong";
  /** As `<kind> <hexadecimal>`. */
  readonly expected: string;
  /** What was found instead, where the status is wrong. */
  readonly found?: string;
}

/** A dataset's files against its manifest, all ok where `readDataset` would read them. */
export interface Verification {
  /** The edition that the folder holds; the official one where it holds nothing. */
  readonly edition: string;
  readonly files: readonly FileCheck[];
}

/**
 * Checks the files in `<folder>/<name>/`; damaged ones are `wrong`, nothing throws for a file.
 *
 * @example
 * const { files } = await verifyDataset("chaosnli", "data");
 * files[0].status; // → "missing"
 */
export async function verifyDataset(name: DatasetName, folder: string): Promise<Verification> {
  const datasetFolder = join(folder, name);
  const { edition } = chooseEdition(manifest(name), datasetFolder);
  return {
    edition: edition.name,
    files: edition.files.map((entry) => checkFile(datasetFolder, entry)),
  };
}

export function checkFile(folder: string, entry: FileEntry): FileCheck {
  const { file } = entry;
  const expected = expectedSum(entry);
  try {
    const stored = readStored(folder, file);
    if (stored === undefined) return { file, status: "missing", expected };
    const wrong = mismatch(stored.bytes, entry);
    return wrong === undefined
      ? { file, status: "ok", expected }
      : { file, status: "wrong", ...wrong };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { file, status: "wrong", expected, found: error.message };
  }
}
