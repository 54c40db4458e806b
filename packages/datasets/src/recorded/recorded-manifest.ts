import type { TablesManifest } from "../files/made-table.ts";
import type { FileEntry } from "../files/manifest.ts";
import nouns from "./manifests/nouns.json" with { type: "json" };
import opinionqa from "./manifests/opinionqa.json" with { type: "json" };
import synthbench from "./manifests/synthbench.json" with { type: "json" };

/** The sets of models' replies that others recorded beside what people said. */
export const recordedNames = ["opinionqa", "nouns", "synthbench"] as const;

export type RecordedName = (typeof recordedNames)[number];

/** They are no input: a test holds them to their type, and not every run. */
const manifests = { opinionqa, nouns, synthbench } as unknown as Readonly<
  Record<RecordedName, RecordedManifest>
>;

/**
 * Where recorded replies come from, on what terms, and how the originals and the tables are
 * recognised.
 */
export interface RecordedManifest extends TablesManifest {
  readonly name: RecordedName;
  /** What stands before an original's path in its address. */
  readonly raw: string;
  /** Of all originals together. */
  readonly bytes: number;
  /**
   * The SHA-256 of each original, by its folder in the repository and its name; the rows of the
   * tables are in this order.
   */
  readonly originals: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The manifest of recorded replies.
 * @throws RangeError for a name that none have.
 * @example
 * recordedManifest("nouns").name; // → "nouns"
 */
export function recordedManifest(name: RecordedName): RecordedManifest {
  if (!recordedNames.includes(name)) {
    throw new RangeError(
      `there are no recorded replies ${JSON.stringify(name)}: name one of ${recordedNames.join(", ")}`,
    );
  }
  return manifests[name];
}

/** The originals as files, each with its path in the repository, in the manifest's order. */
export function originalsOf({ originals }: RecordedManifest): readonly FileEntry[] {
  return Object.entries(originals).flatMap(([folder, files]) =>
    Object.entries(files).map(([file, sha256]) => ({ file: `${folder}/${file}`, sha256 })),
  );
}
