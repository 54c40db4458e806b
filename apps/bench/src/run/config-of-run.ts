import { existsSync } from "node:fs";
import { UsageError } from "@promptnce/providers/choose";
import { type Config, parseConfig } from "../study/config.ts";
import { readRecordedRun } from "./manifest.ts";

/** What to do where no reply is found; a manifest does not say where the store was. */
export const nameStore: string = "name the store that the run was made with, with --store";

/** A run that is there, with what its manifest does not tell. */
export interface RunFolder {
  readonly folder: string;
  readonly data?: string;
  readonly store?: string;
}

/**
 * The settings a run was made with, from its manifest, to make its tables again.
 *
 * @throws UsageError where the folder holds no manifest of a run, or the store is not there.
 */
export async function configOfRun({ folder, data, store }: RunFolder): Promise<Config> {
  const { experiment, models, ...run } = await readRecordedRun(folder);
  const asked = models.filter(({ provider }) => provider !== "simulated");
  const config = configOf(folder, {
    ...run,
    ...(experiment !== "all" && { experiment }),
    ...(asked.length > 0 && { model: asked.map(({ provider, model }) => `${provider}:${model}`) }),
    data,
    store,
    out: folder,
  });
  if (!existsSync(config.store)) throw new UsageError(`${config.store} is not there: ${nameStore}`);
  return config;
}

function configOf(folder: string, given: Parameters<typeof parseConfig>[0]): Config {
  try {
    return parseConfig(given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} (the run in ${folder} needs it)`);
  }
}
