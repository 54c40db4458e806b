import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import { connectionOptions } from "./connection-options.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { ModelOptions } from "./model-provider.ts";

/**
 * The batches of a model, under the identity that `modelProvider` gives its single calls. The
 * vendors' SDKs are loaded here.
 *
 * @param choice One that `modelMistakes` has nothing against in a batch.
 * @throws UsageError where the variable named for the key is empty.
 * @throws ProviderError where a key is missing.
 */
export async function vendorBatches(options: ModelOptions, choice: ModelChoice): Promise<BatchVendor> {
  const { anthropicBatches, compatibleBatches, openaiBatches } = await import("../batch/batches.ts");
  const connection = connectionOptions(options, choice);
  if (choice.provider === "anthropic") return anthropicBatches(connection);
  const { baseURL } = connection;
  return baseURL === undefined ? openaiBatches(connection) : compatibleBatches({ ...connection, baseURL });
}
