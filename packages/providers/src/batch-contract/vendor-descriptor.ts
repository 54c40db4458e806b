import type { Provider } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import type { BatchVendor } from "./batch-vendor.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import type { AdapterSettings, ModelSettings } from "../settings/model-settings.ts";

/** A vendor's model, and how to reach it. */
export interface VendorModel extends VendorOptions, AdapterSettings {
  /** The model's path, for a vendor whose models are files, or its name on a hub of models. */
  readonly file?: string | undefined;
  /**
   * Receives the progress of a download, in bytes. Without it nothing is downloaded, and a file that
   * is not there fails when it is first asked.
   */
  readonly onDownload?: ((progress: { downloaded: number; size: number }) => void) | undefined;
}

/**
 * A vendor of models and its properties. Everything a program must know about a vendor is in its
 * descriptor: help, checks, doctor, prices and the choice of a model read it.
 */
export interface VendorDescriptor {
  /**
   * The vendor's name where a model is chosen, alone or before the model's name as in
   * `anthropic:NAME`; its providers have the same name.
   */
  readonly name: string;
  /** An example of a model, for help: `anthropic:NAME`. */
  readonly example: string;
  /** The name of its providers that call another server than its own. */
  readonly compatible?: string;
  /** The environment variable of the vendor's own key; absent where it needs none. */
  readonly keyEnv?: string;
  /** The settings that it takes, of those that not every vendor does. */
  readonly options: readonly (keyof ModelSettings)[];
  /** Why it does not accept the others. */
  readonly refusal?: Sentence;
  /** Whether its models return log-probabilities of a given text. */
  readonly scores?: true;
  /** Whether its models make decisions, and do nothing else. */
  readonly decides?: true;
  /** Its prices: `listed` in the price table under its name, or `free` with the reason. */
  readonly price?: "listed" | { readonly free: string };
  /**
   * Model families that answer without reasoning unless told to reason; any other name counts as a
   * reasoning model.
   */
  readonly plain?: RegExp;
  /** Settings to try on a model, in the terms of its own interface and of compatible servers. */
  readonly probes?: readonly Readonly<Record<string, unknown>>[];
  readonly compatibleProbes?: readonly Readonly<Record<string, unknown>>[];
  /** The model for a name, where it is not the name itself. */
  readonly modelOf?: (name: string) => Pick<VendorModel, "model" | "file">;
  /**
   * Checks that a model can be had, where `load` does not: a file that is there, a model that its
   * hub has, a key that the vendor's SDK finds. Nothing is downloaded, and no model is asked.
   *
   * @throws ProviderError that says what to name instead, or that there is no key.
   */
  readonly check?: (model: Pick<VendorModel, "file" | "apiKey" | "baseURL">) => Promise<void>;
  /**
   * Creates the provider. Its SDK is loaded with the first call.
   *
   * @throws OptionError for wrong settings, ProviderError without a key.
   */
  readonly load: (model: VendorModel) => Promise<Provider>;
  /** The vendor's batches of the model, under the identity that `load` gives its single calls. */
  readonly batch?: (model: VendorModel) => Promise<BatchVendor>;
}
