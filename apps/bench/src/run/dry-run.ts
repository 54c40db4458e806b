import { estimateText } from "@promptnce/providers/choose";
import type { Config } from "../study/config.ts";
import { estimateModels } from "./estimate-models.ts";
import { planRun } from "./plan-run.ts";

/** What a run would ask and cost, as text for people. Nothing is sent. */
export async function dryRun(config: Config): Promise<string> {
  const { batches, left } = await planRun({ ...config, dryRun: true });
  const models = await estimateModels(batches, config);
  const out = left.map(({ id, reason }) => `Left out: ${id}, since ${reason}.\n`);
  if (models.length === 0) out.push("Nothing is to be asked.\n");
  return `${models.map(estimateText).join("\n")}${out.join("")}Nothing was sent.\n`;
}
