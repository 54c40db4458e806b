import type { ModelChoice } from "./model-choice.ts";
import type { ModelOptions } from "./model-provider.ts";
import { UsageError } from "../errors/errors.ts";
import type { VendorOptions } from "../call/vendor-options.ts";

/** The options that say how a model is reached. */
type Connection = Pick<ModelOptions, "baseUrl" | "maxTokens" | "settings" | "timeout" | "keyEnv" | "dryRun">;

/**
 * How a vendor or a server is reached, the same for single calls and for batches.
 *
 * @throws UsageError where the variable named for the key is empty.
 */
export function connectionOptions(
  connection: Connection,
  { provider, model }: Pick<ModelChoice, "provider" | "model">,
): VendorOptions {
  const { baseUrl: baseURL, maxTokens, settings, timeout, dryRun } = connection;
  const key = baseURL === undefined ? undefined : serverKey(connection);
  // Nothing is sent in a dry run, so it needs no key; and the vendor's own goes to no other server.
  const nobody = dryRun || (baseURL !== undefined && provider === "anthropic");
  const apiKey = key ?? (nobody ? "none" : undefined);
  return {
    model,
    ...(settings && { settings }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(baseURL !== undefined && { baseURL }),
    ...(apiKey !== undefined && { apiKey }),
  };
}

/** The key of a server that is not the vendor's own; the vendor's key is never sent there. */
function serverKey({ keyEnv }: Connection): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = process.env[keyEnv];
  if (!key) throw new UsageError(`--key-env: the environment variable ${keyEnv} is not set or empty`);
  return key;
}
