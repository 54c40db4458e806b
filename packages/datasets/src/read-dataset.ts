import { join } from "node:path";
import type { Dataset } from "@promptnce/core";
import { parseChaosNli } from "./chaosnli/chaosnli.ts";
import { mismatch } from "./files/checksum.ts";
import { chooseEdition, type Chosen } from "./files/choose-edition.ts";
import type { DataFile } from "./files/data-file.ts";
import { DatasetError, refuse } from "./files/errors.ts";
import { parseGoEmotions } from "./goemotions/goemotions.ts";
import { manifest, type DatasetName, type FileEntry, type Manifest } from "./files/manifest.ts";
import { readStored } from "./files/stored-file.ts";
import { parseWords } from "./words/words.ts";

/** What makes a dataset of its files, which are there and right. */
const parsers: Readonly<Record<DatasetName, (files: readonly DataFile[]) => Dataset>> = {
  words: parseWords,
  chaosnli: ([file]) => parseChaosNli(file!),
  goemotions(files) {
    const counts = files.find(({ file }) => file.endsWith("label_counts.csv"));
    const parts = files.filter((file) => file !== counts);
    return parseGoEmotions(parts, counts);
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
  const chosen = await chooseEdition(about, folder);
  if (chosen.missing.length > 0) throw new DatasetError(incomplete(about, folder, chosen));
  const { files: entries } = chosen.edition;
  const place = { name, folder };
  // Between the look and the reading a file can go; its absence is then a mismatch.
  const read = async ({ file }: FileEntry): Promise<DataFile> =>
    (await readStored(place, file)) ?? { file: `${name}/${file}`, bytes: new Uint8Array() };
  const files = await Promise.all(entries.map(read));
  const problems = files.flatMap(({ file, bytes }, i) => {
    const wrong = mismatch(bytes, entries[i]!);
    const bytesHave = wrong && `its unpacked bytes have ${wrong.found}, expected ${wrong.expected}`;
    if (bytesHave === undefined) return [];
    return `${file} in ${folder} is damaged or not the expected file: ${bytesHave}. Delete it and fetch it again.`;
  });
  refuse(problems);
  return parsers[name](files);
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
