import type { Provider } from "@promptnce/core";
import type { VendorDescriptor, VendorModel } from "@promptnce/providers/choose";

/** The model that is asked about, how it is reached and who serves it. */
export interface Target extends VendorModel {
  readonly vendor: VendorDescriptor;
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
export function targetProvider({ vendor, ...model }: Target, settings: Provider["settings"]): Promise<Provider> {
  return vendor.load({ ...model, settings, timeoutMs: 60_000 });
}
