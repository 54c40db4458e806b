import { join } from "node:path";
import type { Dataset, Observation } from "@promptnce/core";
import type { WriteOption } from "@promptnce/core/errors";
import { type ChaosNliPair, parseChaosNli } from "./chaosnli/chaosnli.ts";
import { mismatch } from "./files/checksum.ts";
import type { DataFile } from "./files/data-file.ts";
import { DatasetError, refuse } from "./files/errors.ts";
import { type GoEmotionsPair, parseGoEmotions } from "./goemotions/goemotions.ts";
import { manifest, type DatasetName, type Manifest } from "./files/manifest.ts";
import { chooseEdition, readStored } from "./files/stored-file.ts";
import { parseWords, type WordsPair } from "./words/words.ts";

/** What is kept of a pair, by dataset. */
export interface DatasetPairs {
  readonly words: WordsPair;
  readonly chaosnli: ChaosNliPair;
  readonly goemotions: GoEmotionsPair;
}

type Parser<Pair extends Observation> = (
  files: readonly string[],
  read: (file: string) => DataFile,
  where?: (pair: Pair) => boolean,
) => Dataset<Pair>;

/** The parser of each dataset. The files need not be in memory at the same time. */
const parsers: { readonly [N in DatasetName]: Parser<DatasetPairs[N]> } = {
  words: (files, read, where) => parseWords(files.map(read), where),
  chaosnli: ([file], read, where) => parseChaosNli(read(file!), where),
  goemotions(files, read, where) {
    const counts = files.find((file) => file === "label_counts.csv");
    const parts = files.values().filter((file) => file !== counts);
    return parseGoEmotions(parts.map(read), counts && read(counts), undefined, where);
  },
};

/**
 * The dataset in `<folder>/<name>/`. Its files may be plain or compressed by gzip; each is checked
 * against the manifest. GoEmotions is read from its three official files or, if none of them is
 * there, from a subset with the label counts of the whole corpus.
 *
 * @param where which pairs are observations; all by default. P(y|x), P(y) and the labels are always
 *   those of the whole dataset.
 * @throws DatasetError if a file is missing, damaged or not the expected one: a part of a dataset
 * is never returned
 * @example
 * const { observations } = await readDataset("chaosnli", "data", ({ responses }) => responses >= 5);
 * observations[0].y; // → "entailment"
 */
export async function readDataset<N extends DatasetName>(
  name: N,
  folder: string,
  where?: (pair: DatasetPairs[N]) => boolean,
): Promise<Dataset<DatasetPairs[N]>> {
  const about = manifest(name);
  const datasetFolder = join(folder, name);
  const chosen = chooseEdition(about, datasetFolder);
  if (chosen.missing.length > 0) {
    throw new DatasetError((write) => incomplete(about, folder, chosen, write));
  }
  const entries = new Map(chosen.edition.files.map((entry) => [entry.file, entry]));
  const problems: string[] = [];
  try {
    return parsers[name]([...entries.keys()], read, where);
  } finally {
    refuse(problems); // whatever was made of files that are not the right ones
  }

  /** The file where it is right, and an empty one where it is not. */
  function read(file: string): DataFile {
    // Between the look and the reading a file can go; its absence is then a mismatch.
    const empty = { file: `${name}/${file}`, bytes: new Uint8Array() };
    const stored = readStored(datasetFolder, file) ?? empty;
    const wrong = mismatch(stored.bytes, entries.get(file)!);
    if (wrong === undefined) return stored;
    const is = `${stored.file} in ${folder} is damaged or not the expected file`;
    const has = `its unpacked bytes have ${wrong.found}, expected ${wrong.expected}`;
    problems.push(`${is}: ${has}. Delete it and fetch it again.`);
    return empty;
  }
}

/** A sentence that says what is missing, where, and what to do about it. */
function incomplete(
  { name, obtain, editions }: Manifest,
  folder: string,
  { edition, missing }: ReturnType<typeof chooseEdition>,
  write: WriteOption,
): string {
  const place = join(folder, name);
  const files = missing.map(({ file }) => file).join(", ");
  const state =
    missing.length === edition.files.length
      ? `The dataset ${name} is not in ${place}. It needs these files:`
      : `The dataset ${name} in ${place} is incomplete. These ${edition.name} files are missing:`;
  const fetchable = editions[0].files.every(({ url }) => url !== undefined);
  const remedy = fetchable
    ? `Fetch it with ${write("fetchDataset()", [name, folder])}, or put the files there by hand.`
    : `${obtain ?? ""} Put it in ${place}.`;
  return `${state} ${files}. ${remedy}`;
}
