import chaosnli from "./manifests/chaosnli.json" with { type: "json" };
import goemotions from "./manifests/goemotions.json" with { type: "json" };
import words from "./manifests/words.json" with { type: "json" };

/**
 * The names of all datasets and their folders, in the paper's order. A new one is named here and in
 * read-dataset.ts.
 */
export const datasetNames = ["words", "chaosnli", "goemotions"] as const;

export type DatasetName = (typeof datasetNames)[number];

/** They are no input: a test holds them to their type, and not every run. */
const manifests = { words, chaosnli, goemotions } as unknown as Readonly<
  Record<DatasetName, Manifest>
>;

/** A file of a dataset, unpacked; a folder may hold it as `<file>.gz` just as well. */
export interface FileEntry {
  readonly file: string;
  /** Where the official file is; absent where it cannot be had by a plain download. */
  readonly url?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /**
   * SHA-1 of `blob <length>\0` and the bytes: what git calls the file, where no SHA-256 is known.
   */
  readonly gitBlob?: string;
}

/** A set of files that together are the dataset. */
export interface Edition {
  readonly name: string;
  readonly about: string;
  readonly files: readonly FileEntry[];
}

/** Where data come from, and on what terms. */
export interface Origin {
  readonly title: string;
  readonly homepage: string;
  readonly licence: string;
  readonly citation: string;
  readonly note: string;
}

/** Where a dataset comes from, on what terms, and how its files are recognised. */
export interface Manifest extends Origin {
  readonly name: DatasetName;
  /** How to get by hand what cannot be downloaded. */
  readonly obtain?: string;
  /**
   * The official edition first; another is read only if no file of the editions before it is there.
   */
  readonly editions: readonly [Edition, ...Edition[]];
}

/**
 * The manifest of a dataset.
 * @throws RangeError for a name that no dataset has.
 * @example
 * manifest("words").name; // → "words"
 */
export function manifest(name: DatasetName): Manifest {
  if (!datasetNames.includes(name)) {
    throw new RangeError(
      `there is no dataset ${JSON.stringify(name)}: name one of ${datasetNames.join(", ")}`,
    );
  }
  return manifests[name];
}
