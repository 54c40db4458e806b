import type { Dataset } from "@promptnce/core";
import { type DatasetName, readDataset, type ShapeName, syntheticWorld } from "@promptnce/datasets";
import type { Config } from "./config.ts";
import { isReal } from "./config.ts";

/** The datasets of a run, in the order they were named. */
export async function loadDatasets({ dataset, data, seed }: Config): Promise<Dataset[]> {
  const loaded: Dataset[] = [];
  for (const name of new Set(dataset)) {
    loaded.push(
      isReal(name)
        ? await readDataset(name as DatasetName, data as string)
        : syntheticWorld(name.replace(/^synthetic-/, "") as ShapeName, seed),
    );
  }
  return loaded;
}
