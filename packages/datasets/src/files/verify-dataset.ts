import { expectedSum, mismatch } from "./checksum.ts";
import { DatasetError } from "./errors.ts";
import { manifest, type DatasetName, type FileEntry } from "./manifest.ts";
import { chooseEdition, readStored, type Place } from "./stored-file.ts";

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

/** Checks the files in `<folder>/<name>/`; damaged ones are `wrong`, nothing throws for a file. */
export async function verifyDataset(name: DatasetName, folder: string): Promise<Verification> {
  const { edition } = chooseEdition(manifest(name), folder);
  const files = edition.files.map((entry) => checkFile({ name, folder }, entry));
  return { edition: edition.name, files };
}

/** Checks one file of a dataset's folder. */
export function checkFile(place: Place, entry: FileEntry): FileCheck {
  const { file } = entry;
  const expected = expectedSum(entry);
  try {
    const stored = readStored(place, file);
    if (stored === undefined) return { file, status: "missing", expected };
    const wrong = mismatch(stored.bytes, entry);
    return wrong === undefined ? { file, status: "ok", expected } : { file, status: "wrong", ...wrong };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { file, status: "wrong", expected, found: error.message };
  }
}
