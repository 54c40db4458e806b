import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unpack, type DataFile } from "./data-file.ts";
import { DatasetError } from "./errors.ts";
import type { Edition, FileEntry, Manifest } from "./manifest.ts";

/** The folder of a dataset within the data folder. */
export interface Place {
  readonly name: string;
  readonly folder: string;
}

/** Where a file lies in its dataset's folder, plain or with `.gz`; `undefined` where it does not. */
function findFile({ name, folder }: Place, file: string): string | undefined {
  const paths = [file, `${file}.gz`].map((candidate) => join(folder, name, candidate));
  return paths.find((path) => readable(path, () => statSync(path, { throwIfNoEntry: false })?.isFile()));
}

/** A file, unpacked and named `<dataset>/<file>`; `undefined` where there is none. @throws DatasetError where damaged */
export function readStored(place: Place, file: string): DataFile | undefined {
  const path = findFile(place, file);
  if (path === undefined) return undefined;
  const bytes = readable(path, () => readFileSync(path));
  return { file: `${place.name}/${file}`, bytes: unpack({ file: path, bytes }).bytes };
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/**
 * The first edition of which anything is there, complete or not: where some official files are there, a subset beside
 * them never stands in for the rest. The official edition where nothing is. With which of its files are missing there.
 */
export function chooseEdition(manifest: Manifest, folder: string): { edition: Edition; missing: readonly FileEntry[] } {
  const place = { name: manifest.name, folder };
  for (const edition of manifest.editions) {
    const missing = edition.files.filter(({ file }) => findFile(place, file) === undefined);
    if (missing.length < edition.files.length) return { edition, missing };
  }
  const [official] = manifest.editions;
  return { edition: official, missing: official.files };
}
