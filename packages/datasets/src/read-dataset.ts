import { join } from "node:path";
import type { Dataset } from "@promptnce/core";
import { parseChaosNli } from "./chaosnli/chaosnli.ts";
import { mismatch } from "./files/checksum.ts";
import { chooseEdition, type Chosen } from "./files/choose-edition.ts";
import type { DataFile } from "./files/data-file.ts";
import { DatasetError, refuse } from "./files/errors.ts";
import { parseGoEmotions } from "./goemotions/goemotions.ts";
import { manifest, type DatasetName, type Manifest } from "./files/manifest.ts";
import { readStored } from "./files/stored-file.ts";
import { parseWords } from "./words/words.ts";

type Parser = (files: readonly string[], read: (file: string) => DataFile) => Dataset;

/** What makes a dataset of its files by name, which need not be in memory together. */
const parsers: Readonly<Record<DatasetName, Parser>> = {
  words: (files, read) => parseWords(files.map(read)),
  chaosnli: ([file], read) => parseChaosNli(read(file!)),
  goemotions(files, read) {
    const counts = files.find((file) => file === "label_counts.csv");
    const parts = files.values().filter((file) => file !== counts);
    return parseGoEmotions(parts.map(read), counts && read(counts));
  },
};

/**
 * The dataset in `<folder>/<name>/`, its files plain or packed by gzip, every one checked against the manifest. Throws
 * {@link DatasetError} where a file is missing, damaged or not the expected one: never a part of a dataset. GoEmotions
 * is read from its three official files or, where none of them is there, from a subset with the whole corpus's label
 * counts.
 */
export async function readDataset(name: DatasetName, folder: string): Promise<Dataset> {
  const about = manifest(name);
  const chosen = chooseEdition(about, folder);
  if (chosen.missing.length > 0) throw new DatasetError(incomplete(about, folder, chosen));
  const entries = new Map(chosen.edition.files.map((entry) => [entry.file, entry]));
  const problems: string[] = [];
  try {
    return parsers[name]([...entries.keys()], read);
  } finally {
    refuse(problems); // whatever was made of files that are not the right ones
  }

  /** The file where it is right, and an empty one where it is not. */
  function read(file: string): DataFile {
    // Between the look and the reading a file can go; its absence is then a mismatch.
    const empty = { file: `${name}/${file}`, bytes: new Uint8Array() };
    const stored = readStored({ name, folder }, file) ?? empty;
    const wrong = mismatch(stored.bytes, entries.get(file)!);
    if (wrong === undefined) return stored;
    const bytesHave = `its unpacked bytes have ${wrong.found}, expected ${wrong.expected}`;
    problems.push(
      `${stored.file} in ${folder} is damaged or not the expected file: ${bytesHave}. Delete it and fetch it again.`,
    );
    return empty;
  }
}

/** Names what is missing, where, and what to do about it. */
function incomplete({ name, obtain, editions }: Manifest, folder: string, { edition, missing }: Chosen): string {
  const place = join(folder, name);
  const files = missing.map(({ file }) => file).join(", ");
  const state =
    missing.length === edition.files.length
      ? `The dataset ${name} is not in ${place}: it needs`
      : `The dataset ${name} in ${place} is incomplete: of its ${edition.name} files it lacks`;
  const fetchable = editions[0].files.every(({ url }) => url !== undefined);
  const remedy = fetchable
    ? `Run "promptnce datasets fetch ${name} --data ${folder}", or put the files there by hand.`
    : `${obtain ?? ""} Put it in ${place}.`;
  return `${state} ${files}. ${remedy}`;
}
