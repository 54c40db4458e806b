import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import { ProviderError } from "@promptnce/core/errors";
import { vendorError } from "../call/vendor-error.ts";
import { keyFrom } from "../call/vendor-key.ts";
import { type OptionalPackage, optionalPackage } from "../installed/optional-package.ts";
import { sdkClient } from "../installed/sdk-client.ts";

/** Anthropic's SDK, which users of Anthropic install. */
export const anthropicSdk: OptionalPackage<typeof import("@anthropic-ai/sdk")> =
  await optionalPackage("@anthropic-ai/sdk@1", "asks Anthropic", () => import("@anthropic-ai/sdk"));

/**
 * Checks that the environment or a profile of the SDK's has a key, without sending anything.
 *
 * @throws ProviderError of kind `auth` where there is none.
 */
export async function requireAnthropicKey(): Promise<void> {
  const vendor = { title: "Anthropic", keyVariable: "ANTHROPIC_API_KEY" };
  if (keyFrom(undefined, vendor.keyVariable, "ANTHROPIC_AUTH_TOKEN") !== undefined) return;
  // The SDK looks for a key in more places, and says that there is none before it sends a request.
  const fetch = (): Promise<never> => Promise.reject(new TypeError("fetch failed"));
  const client = await anthropicClient({ fetch })();
  await client.models.list().catch((error: unknown) => {
    const found = vendorError(error, vendor);
    if (found instanceof ProviderError && found.kind === "auth") throw found;
  });
}

/** A client of it for one server. */
export function anthropicClient(options: ClientOptions): () => Promise<Anthropic> {
  return sdkClient(async () => (await anthropicSdk.load()).Anthropic, options);
}
