export { DatasetError } from "./files/errors.ts";

// The three datasets of the paper: from bytes, and from a folder.
export type { DataFile } from "./files/data-file.ts";
export { parseChaosNli, type ChaosNliPair } from "./chaosnli/chaosnli.ts";
export { parseGoEmotions, type GoEmotionsPair } from "./goemotions/goemotions.ts";
export { parseWords, type WordsPair } from "./words/words.ts";
export { readDataset, type DatasetPairs } from "./read-dataset.ts";

// A program's own counts.
export { type CountedPair, type OwnCounts, datasetOfCounts } from "./counts/dataset-of-counts.ts";

// Where the datasets come from, fetching them, and verifying the files.
export { datasetNames, manifest } from "./files/manifest.ts";
export type { DatasetName, Edition, FileEntry, Manifest } from "./files/manifest.ts";
export {
  fetchDataset,
  type FetchedFile,
  type FetchOptions,
  type FetchProgress,
} from "./files/fetch-dataset.ts";
export { verifyDataset, type FileCheck, type Verification } from "./files/stored-file.ts";

// Synthetic worlds, in which every probability is known.
export * from "./worlds/worlds.ts";
