import type { Joint } from "@promptnce/providers";

/**
 * What a simulated respondent knows, by task: the world or dataset named, or without a name every
 * synthetic world. The synthetic class is always among them, as a bench run asks about it as well.
 *
 * @param name `synthetic-words` and the like; or `words` and the like, read from the folder `data`.
 * @throws DatasetError where a dataset's files are missing or wrong.
 */
export async function simulatedWorlds(
  name: string | undefined,
  data: string,
  seed: string,
): Promise<ReadonlyMap<string, Joint>> {
  const { datasetNames, readDataset, shapeNames, syntheticWorld } = await import("@promptnce/datasets");
  const { syntheticClass } = await import("@promptnce/case-study");
  const worlds = new Map<string, Joint>([["programs", syntheticClass(seed)]]);
  for (const shape of shapeNames) {
    if (name === undefined || name === `synthetic-${shape}`) {
      worlds.set(shape, syntheticWorld(shape, seed));
    }
  }
  const real = datasetNames.find((each) => each === name);
  if (real !== undefined) worlds.set(real, await readDataset(real, data));
  return worlds;
}
