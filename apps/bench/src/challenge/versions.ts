import { hash } from "node:crypto";
import type { Dataset } from "@promptnce/core";
import { manifest } from "@promptnce/datasets";
import { isReal } from "../study/config.ts";

/** The frozen pairs of a dataset as certain files hold it. */
export interface Version {
  readonly name: string;
  readonly dataset: string;
  /** The edition of the dataset's files, as its manifest names it; absent for a synthetic world. */
  readonly edition?: string;
  /**
   * The SHA-256 of the file of pairs; absent while nobody who had the dataset's files has committed
   * it.
   */
  readonly sha256?: string;
}

/**
 * All versions, in the order of the leaderboard. Other files of a dataset, or pairs drawn in
 * another way, are a new version with a name of its own; none of these ever changes.
 */
export const versions: readonly Version[] = [
  {
    name: "words-1",
    dataset: "words",
    edition: "official",
    sha256: "960fa3554ed10dc91fad244396c84239cd1e71303f2cf661769d9265ce6f2a08",
  },
  {
    name: "chaosnli-1",
    dataset: "chaosnli",
    edition: "official",
    sha256: "1146e512d27b9e0be3d4a2e88cbd9f7ab7223b4953f5ccbccb10ac6f84b71e56",
  },
  { name: "goemotions-1", dataset: "goemotions", edition: "official" },
  {
    name: "goemotions-subset-1",
    dataset: "goemotions",
    edition: "subset",
    sha256: "2d2c0ccbe8d8735cebaf5bb6e6ef91e1c77e1309d036ab56579d21c758b315b9",
  },
  {
    name: "synthetic-words-1",
    dataset: "synthetic-words",
    sha256: "5ccf322b993fd7b5365550a63b690ef350018cb30ce1f9b4047071a46ca7b6fc",
  },
  {
    name: "synthetic-chaosnli-1",
    dataset: "synthetic-chaosnli",
    sha256: "367b362892f82a0ff3af90edc666968d682fa43411fe28780624e0d5a2678161",
  },
  {
    name: "synthetic-goemotions-1",
    dataset: "synthetic-goemotions",
    sha256: "86884b590a224fc09c02114cddcd7a79e638716a0c818bd698ba01a49cdbf484",
  },
];

/** The settings of all versions: those with which `bench` draws its pairs by default. */
export const drawn = { seed: "1", k: 5 };

/** The part of a dataset that tells its version. A run's manifest records it too. */
type Identity = Pick<Dataset, "name"> & {
  readonly sources: readonly Pick<Dataset["sources"][number], "file">[];
};

/** The version that a dataset is of, or `undefined` if the challenge does not have the dataset. */
export function versionOf({ name, sources }: Identity): Version | undefined {
  const ofName = versions.filter(({ dataset }) => dataset === name);
  if (!isReal(name)) return ofName[0];
  const files = new Set(sources.map(({ file }) => file));
  const edition = manifest(name).editions.find((candidate) =>
    candidate.files.every(({ file }) => files.has(`${name}/${file}`)),
  );
  return ofName.find((version) => version.edition === edition?.name);
}

/**
 * The id of a pair in the challenge, such as `words-1/0c5f2a91d3be`. It is a hash, since the pair's
 * id in the dataset may hold its text, and a file of predictions must not.
 */
export function challengeId(version: Version, pair: string): string {
  return `${version.name}/${hash("sha256", pair).slice(0, 12)}`;
}

/** The name of the version that an id belongs to, or `undefined` if the text is no such id. */
export function versionNameOf(id: string): string | undefined {
  return /^([\w-]+)\/[0-9a-f]{12}$/.exec(id)?.[1];
}
