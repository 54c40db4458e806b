// The contract of an adapter: what it throws, who it asks and what all of them take. The adapters are entry points of
// their own (`@promptnce/providers/anthropic`, …), so that a program loads the SDK that it uses and no other.
export {
  ProviderError,
  type ProviderErrorKind,
  type ProviderErrorOptions,
} from "./errors/errors.ts";
export { type ModelIdentity, type ProviderIdentity } from "./call/provider-identity.ts";
export type { VendorOptions } from "./call/vendor-options.ts";
