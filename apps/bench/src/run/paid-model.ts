import { priceOf } from "@promptnce/engine/money";
import type { Config } from "../study/config.ts";

/**
 * The first model that the run may have to pay for. An unknown price counts as paid; the simulated
 * respondent, model files and servers on this machine are free.
 */
export async function paidModel(config: Config): Promise<string | undefined> {
  for (const { provider, model } of config.models) {
    const price = await priceOf({ ...config, provider, model });
    if (price?.cost({ inputTokens: 1, outputTokens: 1 }) !== 0) return model;
  }
  return undefined;
}
