import { priceOf } from "@promptnce/engine/money";
import { UsageError } from "@promptnce/command/errors";
import { type Config, syntheticDatasets } from "../study/config.ts";
import type { PlannedRun } from "./plan-run.ts";

/** The made-up worlds that a run would ask about because no data were named. */
export function unnamedWorlds(
  { setting }: Pick<PlannedRun, "setting">,
  { dataset }: Pick<Config, "dataset">,
): string[] {
  const names = setting.studies.map((study) => study.dataset.name);
  const worlds: readonly string[] = syntheticDatasets;
  return names.filter((name) => worlds.includes(name) && !dataset.includes(name));
}

/**
 * Refuses to pay a model for questions about made-up worlds that nobody named. A price that nobody knows counts as one
 * that is paid; model files and servers on this machine cost nothing.
 *
 * @throws UsageError naming the options that give data, or that confirm the worlds.
 */
export async function refusePaidWorlds(planned: PlannedRun, config: Config): Promise<void> {
  const worlds = unnamedWorlds(planned, config);
  if (worlds.length === 0) return;
  for (const { provider, model } of config.models) {
    const price = await priceOf({ ...config, provider, model });
    if (price?.cost({ inputTokens: 1, outputTokens: 1 }) === 0) continue;
    throw new UsageError(
      `--data: without it ${model} would be paid for questions about made-up worlds, whose answers say little of a model; name the folder of the datasets with --data, or confirm the worlds with --dataset ${worlds.join(",")}`,
    );
  }
}
