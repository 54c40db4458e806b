import type { ClientOptions, OpenAI } from "openai";
import { once } from "../installed/once.ts";
import { type OptionalPackage, optionalPackage } from "../installed/optional-package.ts";
import { fetchAt } from "../call/fetch-at.ts";
import { SDK_TIMEOUT_MS } from "../call/vendor-options.ts";

/** OpenAI's SDK, which users of OpenAI, or of the batches of a compatible server, install. */
export const openaiSdk: OptionalPackage<typeof import("openai")> = await optionalPackage(
  "openai@7",
  "asks OpenAI, and servers that speak as it does for batches",
  () => import("openai"),
);

/** A client without retries or a time limit of its own, made with the first call. */
export function openaiClient(options: ClientOptions): () => Promise<OpenAI> {
  return once(async () => {
    const { OpenAI: Client } = await openaiSdk.load();
    const fetch = fetchAt(() => client.baseURL, options.fetch);
    const client: OpenAI = new Client({
      ...options,
      fetch,
      maxRetries: 0,
      timeout: SDK_TIMEOUT_MS,
    });
    return client;
  });
}
