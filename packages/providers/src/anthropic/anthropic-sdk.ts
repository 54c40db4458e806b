import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import { once } from "../installed/once.ts";
import { type OptionalPackage, optionalPackage } from "../installed/optional-package.ts";
import { fetchAt } from "../call/fetch-at.ts";
import { SDK_TIMEOUT_MS } from "../call/vendor-options.ts";

/** Anthropic's SDK, which users of Anthropic install. */
export const anthropicSdk: OptionalPackage<typeof import("@anthropic-ai/sdk")> =
  await optionalPackage("@anthropic-ai/sdk@1", "asks Anthropic", () => import("@anthropic-ai/sdk"));

/** A client without retries or a time limit of its own, made with the first call. */
export function anthropicClient(options: ClientOptions): () => Promise<Anthropic> {
  return once(async () => {
    const { Anthropic: Client } = await anthropicSdk.load();
    const fetch = fetchAt(() => client.baseURL, options.fetch);
    const client: Anthropic = new Client({
      ...options,
      fetch,
      maxRetries: 0,
      timeout: SDK_TIMEOUT_MS,
    });
    return client;
  });
}
