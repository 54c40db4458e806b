import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UsageError } from "@promptnce/providers/choose";
import { parseConfig } from "../study/config.ts";
import type { Config } from "../study/config.ts";

const recorded = z.object({
  run: z.object({
    dataset: z.array(z.string()),
    experiment: z.union([z.literal("all"), z.array(z.string())]),
    mode: z.string(),
    methods: z.array(z.string()),
    k: z.number(),
    pairs: z.number(),
    dev: z.number(),
    seed: z.string(),
    profile: z.string(),
    settings: z.record(z.string(), z.unknown()).optional(),
    baseUrl: z.string().optional(),
    scoring: z.string().optional(),
    maxTokens: z.number().optional(),
    priceIn: z.number().optional(),
    priceOut: z.number().optional(),
    models: z.array(z.object({ provider: z.string(), model: z.string() })),
  }),
});

/** What to do where no reply is found; a manifest does not say where the store was. */
export const nameStore: string = "name the store that the run was made with, with --store";

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
  const { experiment, models, settings, ...run } = (await readManifest(folder)).run;
  const asked = models.filter(({ provider }) => provider !== "simulated");
  const config = parseConfig({
    ...run,
    ...(experiment !== "all" && { experiment }),
    ...(asked.length > 0 && { model: asked.map(({ provider, model }) => `${provider}:${model}`) }),
    ...(settings && { settings: JSON.stringify(settings) }),
    ...(data !== undefined && { data }),
    ...(store !== undefined && { store }),
    out: folder,
  });
  if ("wrong" in config) throw new UsageError(`${config.wrong} (the run in ${folder} needs it)`);
  if (!existsSync(config.store)) throw new UsageError(`${config.store} is not there: ${nameStore}`);
  return config;
}

async function readManifest(folder: string): Promise<z.output<typeof recorded>> {
  const path = join(folder, "manifest.json");
  try {
    return recorded.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new UsageError(`${path} is not the manifest of a run: name the folder that a run was written to`);
  }
}
