import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unpack, type DataFile } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/** The folder of a dataset within the data folder. */
export interface Place {
  readonly name: string;
  readonly folder: string;
}

/** Where a file lies in its dataset's folder, plain or with `.gz`; `undefined` where it does not. */
export function findFile({ name, folder }: Place, file: string): string | undefined {
  const paths = [file, `${file}.gz`].map((candidate) => join(folder, name, candidate));
  return paths.find((path) => readable(path, () => statSync(path, { throwIfNoEntry: false })?.isFile()));
}

/**
 * A file of the dataset, unpacked and named `<dataset>/<file>`; `undefined` where it is not there. Throws
 * {@link DatasetError} where it is there and cannot be read or unpacked.
 */
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
