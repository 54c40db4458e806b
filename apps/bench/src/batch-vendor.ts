import type { BatchVendor } from "@promptnce/providers/batches";
import type { Config } from "./config.ts";
import { connectionOptions } from "@promptnce/providers/choose";
import type { ModelChoice } from "@promptnce/providers/choose";

/** The batches of a model, under the identity that {@link respondents} gives its single calls. */
export async function batchVendor(config: Config, choice: ModelChoice): Promise<BatchVendor> {
  const { anthropicBatches, compatibleBatches, openaiBatches } =
    await import("@promptnce/providers/batches");
  const options = connectionOptions(config, choice);
  if (choice.provider === "anthropic") return anthropicBatches(options);
  const { baseURL } = options;
  return baseURL === undefined
    ? openaiBatches(options)
    : compatibleBatches({ ...options, baseURL });
}
