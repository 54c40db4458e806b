import { z } from "zod";
import chaosnli from "./manifests/chaosnli.json" with { type: "json" };
import goemotions from "./manifests/goemotions.json" with { type: "json" };
import words from "./manifests/words.json" with { type: "json" };

// A new dataset is named here and in read-dataset.ts.
const names = ["words", "chaosnli", "goemotions"] as const;

/** The datasets that can be read, by the name of their folder. */
export type DatasetName = (typeof names)[number];

const manifests: Readonly<Record<DatasetName, unknown>> = { words, chaosnli, goemotions };

/** A file of a dataset, unpacked; a folder may hold it as `<file>.gz` just as well. */
export interface FileEntry {
  readonly file: string;
  /** Where the official file is; absent where it cannot be had by a plain download. */
  readonly url?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /** SHA-1 of `blob <length>\0` and the bytes: what git calls the file, where no SHA-256 is known. */
  readonly gitBlob?: string;
}

/** A set of files that together are the dataset. */
export interface Edition {
  readonly name: string;
  readonly about: string;
  readonly files: readonly FileEntry[];
}

/** Where a dataset comes from, on what terms, and how its files are recognised. */
export interface Manifest {
  readonly name: DatasetName;
  readonly title: string;
  readonly homepage: string;
  readonly licence: string;
  readonly citation: string;
  readonly note: string;
  /** How to get by hand what cannot be downloaded. */
  readonly obtain?: string;
  /** The official one first; another is read only where none of the files before it are there. */
  readonly editions: readonly [Edition, ...Edition[]];
}

const fileEntry = z
  .strictObject({
    file: z.string().regex(/^[\w.-]+$/, "must be a plain file name"),
    url: z.exactOptional(z.url()),
    bytes: z.exactOptional(z.int().positive()),
    sha256: z.exactOptional(z.string().regex(/^[0-9a-f]{64}$/)),
    gitBlob: z.exactOptional(z.string().regex(/^[0-9a-f]{40}$/)),
  })
  .refine(({ sha256, gitBlob }) => sha256 !== undefined || gitBlob !== undefined, {
    message: "needs sha256 or gitBlob",
  });

const edition = z.strictObject({ name: z.string(), about: z.string(), files: z.array(fileEntry).min(1) });

const schema: z.ZodType<Manifest> = z.strictObject({
  name: z.enum(names),
  title: z.string(),
  homepage: z.url(),
  licence: z.string(),
  citation: z.string(),
  note: z.string(),
  obtain: z.exactOptional(z.string()),
  editions: z.tuple([edition], edition),
});

/** The names of all datasets, in the paper's order. */
export const datasetNames: readonly DatasetName[] = names;

/**
 * The manifest of a dataset: the same as `datasets/<name>/manifest.json` in the repository.
 *
 * @throws RangeError for a name that no dataset has.
 */
export function manifest(name: DatasetName): Manifest {
  if (!names.includes(name)) {
    throw new RangeError(`there is no dataset ${JSON.stringify(name)}: name one of ${names.join(", ")}`);
  }
  return schema.parse(manifests[name]);
}
