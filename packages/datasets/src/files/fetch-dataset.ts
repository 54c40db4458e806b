import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatasetError } from "./errors.ts";
import { download, type FetchOptions } from "./download.ts";
import { manifest, type DatasetName } from "./manifest.ts";
import { checkFile } from "./verify-dataset.ts";

/** What became of a file: `present` was there already with the right checksum. */
export interface FetchedFile {
  readonly file: string;
  readonly status: "fetched" | "present";
}

/**
 * Brings the official files to `<folder>/<name>/`, one after the other: each streams to a temporary file beside its
 * place, is checked, and takes its name only then. Files that are there and right are left alone; wrong ones are
 * replaced. Throws {@link DatasetError}, with what to do by hand, where a dataset cannot be downloaded, the network or
 * the server fails, or a checksum is wrong; of the file that failed nothing stays.
 */
export async function fetchDataset(
  name: DatasetName,
  folder: string,
  options: FetchOptions = {},
): Promise<readonly FetchedFile[]> {
  const about = manifest(name);
  const target = join(folder, name);
  return Array.fromAsync(about.editions[0].files, async (entry): Promise<FetchedFile> => {
    const { file, url } = entry;
    if (checkFile({ name, folder }, entry).status === "ok") return { file, status: "present" };
    if (url === undefined) {
      const how = about.obtain ?? `${name} cannot be downloaded by a program: see ${about.homepage}.`;
      throw new DatasetError(`${how} Put it in ${target}.`);
    }
    await mkdir(target, { recursive: true }).catch((error: Error) => {
      throw new DatasetError(`The folder ${target} cannot be made: ${error.message}.`);
    });
    const byHand =
      `To do without: get the files by hand ("promptnce datasets describe ${name}" lists them) ` +
      `and put them in ${target}.`;
    await download({ entry, url, target, byHand, options });
    return { file, status: "fetched" };
  });
}
