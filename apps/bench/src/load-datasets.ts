import type { Dataset } from "@promptnce/core";
import { readDataset, syntheticWorld } from "@promptnce/datasets";
import type { DatasetName } from "@promptnce/datasets";
import type { Config } from "./config.ts";
import { isReal } from "./config.ts";

/** The datasets of a run, in the order they were named. */
export async function loadDatasets({ dataset, data, seed }: Config): Promise<Dataset[]> {
  const loaded: Dataset[] = [];
  for (const name of new Set(dataset)) {
    const shape = name.replace(/^synthetic-/, "") as DatasetName;
    loaded.push(
      isReal(name) ? await readDataset(shape, data as string) : syntheticWorld(shape, seed),
    );
  }
  return loaded;
}
