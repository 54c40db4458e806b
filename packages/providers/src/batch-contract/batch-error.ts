import { withSchemaAdvice } from "../reply/held-to-schema.ts";
import { ProviderError } from "../errors/errors.ts";
import { type Vendor, vendorError } from "../call/vendor-error.ts";

/**
 * Why a request of a batch has no reply: what the vendor answered, or a word for how the request
 * ended (`expired`, `canceled`), which may be asked again.
 */
export function batchError(vendor: Vendor, error: string | Error): ProviderError {
  if (typeof error !== "string") {
    const found = withSchemaAdvice(vendorError(error, vendor));
    if (found instanceof ProviderError) return found;
    throw found;
  }
  return new ProviderError(`${vendor.title} did not come to a request of a batch (${error}).`, {
    kind: "server",
    retryable: true,
  });
}
