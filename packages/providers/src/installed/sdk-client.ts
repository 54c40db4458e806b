import { fetchAt } from "../call/fetch-at.ts";
import { SDK_TIMEOUT_MS } from "../call/vendor-options.ts";
import { once } from "./once.ts";

/** The options that every vendor's SDK takes. */
interface SdkOptions {
  fetch?: typeof globalThis.fetch | undefined;
  maxRetries?: number | undefined;
  timeout?: number | undefined;
}

/**
 * A client of a vendor's SDK, without retries or a time limit of its own, made with the first call.
 */
export function sdkClient<Client extends { readonly baseURL: string }, Options extends SdkOptions>(
  load: () => Promise<new (options: Options) => Client>,
  options: Options,
): () => Promise<Client> {
  return once(async () => {
    const Sdk = await load();
    const fetch = fetchAt(() => client.baseURL, options.fetch);
    const client = new Sdk({ ...options, fetch, maxRetries: 0, timeout: SDK_TIMEOUT_MS });
    return client;
  });
}
