import type { Provider } from "@promptnce/core";
import type { VendorDescriptor } from "@promptnce/providers/choose";

/** The model that is asked about. */
export interface Target {
  readonly vendor: VendorDescriptor;
  /** Its name, or the path of its file. */
  readonly model: string;
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
  { vendor, model, baseURL, apiKey }: Target,
  settings: Provider["settings"],
): Promise<Provider> {
  return vendor.load({
    ...(vendor.modelOf?.(model) ?? { model }),
    settings,
    timeoutMs: 60_000,
    ...(baseURL !== undefined && { baseURL }),
    ...(apiKey !== undefined && { apiKey }),
  });
}
