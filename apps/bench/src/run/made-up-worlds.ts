import { UsageError } from "@promptnce/command/errors";
import { type Config, syntheticDatasets } from "../study/config.ts";
import { paidModel } from "./paid-model.ts";
import type { PlannedRun } from "./plan-run.ts";

/** The synthetic worlds that a run would use. */
export function madeUpWorlds({ setting }: PlannedRun): string[] {
  const names = setting.studies.map((study) => study.dataset.name);
  const worlds: readonly string[] = syntheticDatasets;
  return names.filter((name) => worlds.includes(name));
}

/** The synthetic worlds that a run would use because no data were named. */
export function unnamedWorlds(planned: PlannedRun, { dataset }: Config): string[] {
  return madeUpWorlds(planned).filter((name) => !dataset.includes(name));
}

/**
 * Refuses to pay for questions about synthetic worlds that nobody named.
 *
 * @throws UsageError naming the options that supply data or confirm the worlds
 */
export async function refusePaidWorlds(planned: PlannedRun, config: Config): Promise<void> {
  const worlds = unnamedWorlds(planned, config);
  const model = worlds.length === 0 ? undefined : await paidModel(config);
  if (model === undefined) return;
  throw new UsageError(
    `--data: without it ${model} would be paid for questions about made-up worlds, whose answers say little of a model; name the folder of the datasets with --data, or confirm the worlds with --dataset ${worlds.join(",")}`,
  );
}
