import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { unpack, type DataFile } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/** The folder of a dataset within the data folder. */
export interface Place {
  readonly name: string;
  readonly folder: string;
}

/** Where a file lies in its dataset's folder, plain or with `.gz`; `undefined` where it does not. */
export async function findFile({ name, folder }: Place, file: string): Promise<string | undefined> {
  for (const candidate of [file, `${file}.gz`]) {
    const path = join(folder, name, candidate);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw unreadable(path, error);
    });
    if (found?.isFile() === true) return path;
  }
  return undefined;
}

/**
 * A file of the dataset, unpacked and named `<dataset>/<file>`; `undefined` where it is not there. Throws
 * {@link DatasetError} where it is there and cannot be read or unpacked.
 */
export async function readStored(place: Place, file: string): Promise<DataFile | undefined> {
  const path = await findFile(place, file);
  if (path === undefined) return undefined;
  const bytes = await readFile(path).catch((error: Error) => {
    throw unreadable(path, error);
  });
  return { file: `${place.name}/${file}`, bytes: unpack({ file: path, bytes }).bytes };
}

function unreadable(path: string, { message }: Error): DatasetError {
  return new DatasetError(`${path} cannot be read: ${message}.`);
}
