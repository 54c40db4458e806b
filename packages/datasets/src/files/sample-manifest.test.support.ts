import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import {
  datasetNames,
  manifest,
  type DatasetName,
  type FileEntry,
  type Manifest,
} from "./manifest.ts";

/** The hand-made sample files of a dataset, by name. */
export function samples(name: DatasetName): Map<string, Buffer> {
  const folder = join(import.meta.dirname, "../../../../datasets", name, "sample");
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
}

/** Makes the samples the official files of their datasets, for as long as this file's tests run. */
export function useSampleManifests(): void {
  const kept = datasetNames.map((name) => ({ real: manifest(name), ...manifest(name) }));
  beforeAll(() => {
    for (const { real } of kept) {
      Object.assign(real, { editions: sampleEditions(real) });
    }
  });
  afterAll(() => {
    for (const { real, editions } of kept) {
      Object.assign(real, { editions });
    }
  });
}

/** The editions of a manifest, for which the samples are the official files. */
function sampleEditions(real: Manifest): Manifest["editions"] {
  const files = new Map(samples(real.name));
  const first = files.get("goemotions_1.csv");
  if (first !== undefined) files.set("goemotions_subset.csv", first);
  const editions = real.editions.map((edition) => ({
    ...edition,
    files: edition.files.flatMap((entry) => {
      const bytes = files.get(entry.file);
      return bytes === undefined ? [] : [withSumOf(entry, bytes)];
    }),
  }));
  const [official, ...others] = editions;
  if (official === undefined) throw new Error(`${real.name} has no edition`);
  return [official, ...others];
}

function withSumOf({ file, url, gitBlob }: FileEntry, bytes: Buffer): FileEntry {
  const base = url === undefined ? { file } : { file, url };
  if (gitBlob === undefined) {
    return { ...base, sha256: createHash("sha256").update(bytes).digest("hex") };
  }
  const blob = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  return { ...base, gitBlob: createHash("sha1").update(blob).digest("hex") };
}

/** A new data folder that holds these files of a dataset; it goes when the test is over. */
export function dataFolder(name: DatasetName, files: Iterable<[string, Buffer]> = []): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, name));
  for (const [file, bytes] of files) {
    writeFileSync(join(folder, name, file), bytes);
  }
  return folder;
}
