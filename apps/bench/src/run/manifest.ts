import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AskedManifest } from "@promptnce/engine/run";
import { UsageError } from "@promptnce/command/errors";
import { settingOptions } from "@promptnce/command/options";
import { modelSettings, settingNames } from "@promptnce/providers/vendors";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { isSimulated } from "../study/config.ts";
import type { PlannedRun } from "./plan-run.ts";

const recordedSettings = Object.fromEntries(
  settingNames
    .filter((name) => !modelSettings[name].unrecorded)
    .map((name) => [name, settingOptions()[name].value]),
);

/** The options that a manifest records, in its order: no paths and no keys. */
const recordedRun = z.object({
  dataset: z.array(z.string()),
  experiment: z.union([z.literal("all"), z.array(z.string())]),
  mode: z.string(),
  readFrom: z.string(),
  rotations: z.number(),
  methods: z.array(z.string()),
  k: z.number(),
  pairs: z.number(),
  dev: z.number(),
  // Runs from before this option showed one response.
  responses: z.number().default(1),
  people: z.number().optional(),
  seed: z.string(),
  seeds: z.number(),
  profile: z.string(),
  y: z.string().optional(),
  count: z.string().optional(),
  models: z.array(z.object({ provider: z.string(), model: z.string() })),
  ...recordedSettings,
  priceIn: z.number().optional(),
  priceOut: z.number().optional(),
});

/**
 * The information needed to understand and repeat the run; `rehearsed` if the server was simulated.
 */
export function manifest(
  { packs, setting, left }: PlannedRun,
  asked: AskedManifest,
  rehearsed: boolean,
): object {
  const { config, studies } = setting;
  const { providers, ...outcome } = asked;
  // A counts file follows the packs and is listed among the datasets.
  const named = packs
    .slice(0, config.pack?.length ?? 0)
    .map(({ name, version }) => ({ name, version }));
  return {
    program: { name: packageJson.name, version: packageJson.version },
    simulated: {
      respondent: isSimulated(config) || rehearsed,
      datasets: studies
        .filter((study) => study.dataset.simulated)
        .map((study) => study.dataset.name),
    },
    run: recordedRun.parse({
      ...config,
      dataset: studies.map(({ dataset }) => dataset.name),
      experiment: config.experiment ?? "all",
    }),
    ...(named.length > 0 && { packs: named }),
    leftOut: left,
    providers,
    datasets: studies.map(({ dataset: { name, task, labels, observations, sources } }) => {
      return { name, task, labels: labels.length, pairs: observations.length, sources };
    }),
    ...outcome,
  };
}

const bag = z.record(z.string(), z.unknown());

/** The manifest fields that a later report needs. */
const recorded = z.object({
  program: z.object({ version: z.string() }),
  run: recordedRun,
  packs: z.array(z.object({ name: z.string(), version: z.string() })).default([]),
  leftOut: z.array(z.object({ id: z.string() })).default([]),
  providers: z.array(
    z.object({ name: z.string(), model: z.string(), settings: bag, leftOut: bag.optional() }),
  ),
  templates: z.array(
    z.object({ id: z.string(), version: z.number(), sha256: z.string().optional() }),
  ),
  counts: z.object({ questions: z.number(), unreadable: z.number(), failed: z.number() }),
});

/** The run described by the manifest in a folder. @throws UsageError if there is no manifest. */
export async function readRecordedRun(folder: string): Promise<z.output<typeof recorded>> {
  const path = join(folder, "manifest.json");
  try {
    return recorded.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new UsageError(
      `${path} is not the manifest of a run: name the folder that a run was written to`,
    );
  }
}
