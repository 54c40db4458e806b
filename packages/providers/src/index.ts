// The contract of adapters: their identity and their common options. Each adapter is
// an entry point of its own (`@promptnce/providers/anthropic`, …), so that a program loads only the
// SDK that it uses.
export { type ModelIdentity, type ProviderIdentity } from "./call/provider-identity.ts";
export type { VendorOptions } from "./call/vendor-options.ts";
