import type { Provider } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { retried } from "@promptnce/providers";
import type { Config, ModelChoice } from "./config.ts";
import type { Subject } from "./job.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Who is asked about a subject: the model that was named, behind the retry policy, or the simulated
 * respondent, which answers from that subject's own joint distribution.
 *
 * @throws UsageError where the settings cannot be sent or the variable named for the key is empty.
 * @throws ProviderError where a key is missing.
 */
export async function respondent(
  config: Config,
  choice: ModelChoice,
  subject: Subject,
): Promise<Provider> {
  if (choice.provider !== "simulated") return retried(await vendor(config, choice));
  const { profile, seed } = config;
  const { simulated } = await import("@promptnce/providers/simulated");
  return simulated({ read: readPrompt, joint: subject, profile, seed });
}

/** Adapters are imported where they are needed, since a vendor's SDK takes a while to load. */
async function vendor(config: Config, { provider, model }: ModelChoice): Promise<Provider> {
  const { baseUrl: baseURL, settings } = config;
  const options = { model, ...(settings && { settings }) };
  try {
    if (provider === "anthropic") {
      const { anthropic } = await import("@promptnce/providers/anthropic");
      return anthropic({ ...options, ...(baseURL !== undefined && { baseURL, apiKey: serverKey(config) ?? "none" }) }); // prettier-ignore
    }
    const { openai, openaiCompatible } = await import("@promptnce/providers/openai");
    if (baseURL === undefined) return openai(options);
    const apiKey = serverKey(config);
    return openaiCompatible({ ...options, baseURL, ...(apiKey !== undefined && { apiKey }) });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** The key of a server that is not the vendor's own; the vendor's key is never sent there. */
function serverKey({ keyEnv }: Config): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = process.env[keyEnv];
  if (!key)
    throw new UsageError(`--key-env: the environment variable ${keyEnv} is not set or empty`);
  return key;
}
