import type { Provider } from "@promptnce/core";
import { identityOf, vendorError } from "@promptnce/providers/contract";

/**
 * The adapter, with errors of `fetch` and of JSON that it let through as a {@link ProviderError}: a
 * server that could not be reached is asked again, whoever wrote the adapter.
 */
export function reached(adapter: Provider): Provider {
  const vendor = { title: `The server of ${adapter.name}`, keyVariable: "its key" };
  return {
    ...identityOf(adapter),
    async complete(request, call) {
      try {
        return await adapter.complete(request, call);
      } catch (error) {
        throw vendorError(error, vendor);
      }
    },
  };
}
