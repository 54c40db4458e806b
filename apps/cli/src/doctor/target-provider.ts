import type { Provider } from "@promptnce/core";
import type { ModelChoice, VendorDescriptor } from "@promptnce/providers/choose";

/** The model that is asked about. */
export interface Target extends ModelChoice {
  readonly vendor: VendorDescriptor;
  readonly baseURL?: string;
  /** The key of a server that is not the vendor's own; the vendor's key is never sent there. */
  readonly apiKey?: string;
}

/** What its providers are called. */
export function targetName({ vendor, baseURL }: Target): string {
  return (baseURL === undefined ? undefined : vendor.compatible) ?? vendor.name;
}

/**
 * The provider for it; its adapter is loaded here, since an SDK takes a while.
 *
 * @throws ProviderError where the vendor's key is missing.
 */
export function targetProvider(
  { vendor, model, file, baseURL, apiKey }: Target,
  settings: Provider["settings"],
): Promise<Provider> {
  return vendor.load({
    model,
    file,
    settings,
    timeoutMs: 60_000,
    ...(baseURL !== undefined && { baseURL }),
    ...(apiKey !== undefined && { apiKey }),
  });
}
