import type { CallOptions, Provider } from "@promptnce/core";

/** What the wrappers here say to an adapter besides; one that is not ours may ignore it. */
export interface VendorCallOptions extends CallOptions {
  /**
   * Names of settings not to send this time, since the model rejects them. Asked when the call is
   * sent, which may be long after it was made; throws where more has become known since.
   */
  readonly without?: () => ReadonlySet<string>;
}

/** The settings without those that the caller leaves out this time; throws what `without` throws. */
export function settingsSent<T extends Provider["settings"]>(settings: T, options: VendorCallOptions | undefined): T {
  const without = options?.without?.();
  if (without === undefined || without.size === 0) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !without.has(name))) as T;
}
