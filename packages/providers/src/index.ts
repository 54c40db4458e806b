// The contract of adapters: their errors, their identity and their common options. Each adapter is
// an entry point of its own (`@promptnce/providers/anthropic`, …), so that a program loads only the
// SDK that it uses.
export {
  ProviderError,
  type ProviderErrorKind,
  type ProviderErrorOptions,
} from "./errors/errors.ts";
export { type ModelIdentity, type ProviderIdentity } from "./call/provider-identity.ts";
export type { VendorOptions } from "./call/vendor-options.ts";
