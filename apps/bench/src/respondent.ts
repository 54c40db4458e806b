import type { Dataset, Provider } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { retried } from "@promptnce/providers";
import type { Config } from "./config.ts";

/**
 * Who is asked about a dataset: the model that was named, behind the retry policy, or the simulated
 * respondent, which answers from that dataset's own joint distribution. Adapters are imported where
 * they are needed, since a vendor's SDK takes a while to load.
 *
 * @throws ProviderError where a key is missing.
 */
export async function respondent(config: Config, dataset: Dataset): Promise<Provider> {
  const { model = "", baseUrl: baseURL, profile, seed } = config;
  switch (config.provider) {
    case "simulated": {
      const { simulated } = await import("@promptnce/providers/simulated");
      return simulated({ read: readPrompt, joint: dataset, profile, seed });
    }
    case "anthropic": {
      const { anthropic } = await import("@promptnce/providers/anthropic");
      return retried(anthropic({ model, ...(baseURL !== undefined && { baseURL }) }));
    }
    case "openai": {
      const { openai, openaiCompatible } = await import("@promptnce/providers/openai");
      return retried(
        baseURL === undefined ? openai({ model }) : openaiCompatible({ model, baseURL }),
      );
    }
  }
}
