export { DatasetError } from "./dataset-error.ts";

// The three datasets of the paper: from bytes, and from a folder.
export type { DataFile } from "./data-file.ts";
export { parseChaosNli } from "./chaosnli.ts";
export { parseGoEmotions } from "./goemotions.ts";
export { parseWords } from "./words.ts";
export { readDataset } from "./read-dataset.ts";

// Where they come from, bringing them here, checking what is here.
export { datasetNames, manifest } from "./manifest.ts";
export type { DatasetName, Edition, FileEntry, Manifest } from "./manifest.ts";
export { fetchDataset } from "./fetch-dataset.ts";
export type { FetchedFile, FetchOptions, FetchProgress } from "./fetch-dataset.ts";
export { verifyDataset } from "./verify-dataset.ts";
export type { FileCheck, Verification } from "./verify-dataset.ts";

// Worlds of which everything is known.
export { mutualInformation } from "./mutual-information.ts";
export { syntheticWorld } from "./synthetic-world.ts";
export type { SyntheticWorld } from "./mixture-world.ts";
export { shapeNames } from "./synthetic-shapes.ts";
export type { ShapeName } from "./synthetic-shapes.ts";
