import { basename, dirname, join } from "node:path";
import Papa from "papaparse";
import type { DataFile } from "../files/data-file.ts";
import { DatasetError } from "../files/errors.ts";
import { download, type FetchOptions, type FetchProgress } from "../files/fetch-dataset.ts";
import { type MadeTable, tablesToMake, writeTable } from "../files/made-table.ts";
import type { FileEntry } from "../files/manifest.ts";
import { checkFile, type FileCheck, makeFolder, readStored } from "../files/stored-file.ts";
import { nouns } from "./nouns.ts";
import { opinionqa } from "./opinionqa.ts";
import type { Originals } from "./originals.ts";
import { originalsOf, type RecordedManifest } from "./recorded-manifest.ts";
import { synthbench } from "./synthbench.ts";

const mappings = { opinionqa, nouns, synthbench };

/**
 * What was done: how many originals were downloaded, and the tables that were made; none where all
 * were there.
 */
export interface FetchReport {
  readonly downloaded: number;
  readonly made: readonly MadeTable[];
}

/**
 * Makes the tables of recorded replies in `folder`: downloads the originals to `<folder>/<name>/`,
 * at their paths in the repository, each checked before it takes its name, and maps them. What is
 * there and right stays, so that a download that was stopped goes on; where all tables are right
 * nothing is downloaded. Progress is in bytes of all originals. Throws {@link DatasetError}, with
 * what to do by hand, where the network or the server fails, a checksum is wrong, or an original is
 * not of its form.
 *
 * @example
 * const { made } = await fetchRecorded(recordedManifest("nouns"), "data");
 * made[0]; // → { file: "nouns.csv", rows: 1044 }
 */
export async function fetchRecorded(
  manifest: RecordedManifest,
  folder: string,
  options: FetchOptions = {},
): Promise<FetchReport> {
  const wanted = tablesToMake(manifest, folder);
  if (wanted.length === 0) return { downloaded: 0, made: [] };
  const downloaded = await downloadOriginals(manifest, folder, options);
  const tables = mappings[manifest.name](storedOriginals(manifest, folder));
  for (const table of wanted) {
    const rows = tables.get(table.file) ?? [];
    await writeTable(folder, table, `${Papa.unparse([...rows], { newline: "\n" })}\n`);
  }
  return { downloaded, made: wanted };
}

/**
 * Each table and each original against its checksum. Originals are missing where somebody has the
 * tables alone.
 */
export interface RecordedVerification {
  readonly tables: readonly FileCheck[];
  readonly originals: readonly FileCheck[];
}

/**
 * Checks the tables in `folder` and their originals in `<folder>/<name>/`; nothing throws for a
 * file.
 *
 * @example
 * verifyRecorded(recordedManifest("nouns"), "data").tables[0].status; // → "missing"
 */
export function verifyRecorded(manifest: RecordedManifest, folder: string): RecordedVerification {
  const sourceFolder = join(folder, manifest.name);
  return {
    tables: manifest.tables.map((table) => checkFile(folder, table)),
    originals: originalsOf(manifest).map((entry) => checkFile(sourceFolder, entry)),
  };
}

/** How many were downloaded; the others were there. */
async function downloadOriginals(
  manifest: RecordedManifest,
  folder: string,
  options: FetchOptions,
): Promise<number> {
  const { name, homepage, commit, raw, bytes } = manifest;
  const sourceFolder = join(folder, name);
  const { present = [], missing = [] } = Object.groupBy(originalsOf(manifest), (entry) =>
    checkFile(sourceFolder, entry).status === "ok" ? "present" : "missing",
  );
  const byHand =
    `The files downloaded so far are kept: fetch again to go on. Or remove ${sourceFolder}, run ` +
    `git clone ${homepage} ${sourceFolder} and git -C ${sourceFolder} checkout ${commit}, and fetch again.`;
  const total = bytes - sizeOf(sourceFolder, present);
  let before = 0;
  for (const entry of missing) {
    let latest = 0;
    const onProgress = ({ received }: FetchProgress): void => {
      latest = received;
      const file = `${missing.length} files of ${name}`;
      options.onProgress?.({ file, received: before + received, total });
    };
    const target = join(sourceFolder, dirname(entry.file));
    await makeFolder(target);
    const plain = { ...entry, file: basename(entry.file) };
    const how = { ...options, onProgress };
    await download({ entry: plain, url: `${raw}${entry.file}`, target, byHand, options: how });
    before += latest;
  }
  return missing.length;
}

/** How many bytes the files have that are there. */
function sizeOf(folder: string, entries: readonly FileEntry[]): number {
  const sizes = entries.map(({ file }) => readStored(folder, file)?.bytes.length ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The originals that are all there, by their paths in the repository. */
function storedOriginals(manifest: RecordedManifest, folder: string): Originals {
  const sourceFolder = join(folder, manifest.name);
  const read = (path: string): DataFile => {
    const found = readStored(sourceFolder, path);
    if (found === undefined)
      throw new DatasetError(`There is no file ${join(sourceFolder, path)}.`);
    return found;
  };
  return { paths: originalsOf(manifest).map(({ file }) => file), read };
}
