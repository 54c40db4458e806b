import type { Edition, FileEntry, Manifest } from "./manifest.ts";
import { findFile } from "./stored-file.ts";

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
