import type { Provider } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import type { BatchVendor } from "./batch-vendor.ts";
import type { Grammar } from "../call/held-to.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import type { Scorer } from "../scoring/token-server.ts";

/** Options of {@link VendorModel} that not every vendor takes, and the variable that a key stands in. */
export type VendorOption =
  | "baseUrl"
  | "keyEnv"
  | "settings"
  | "effort"
  | "scoring"
  | "grammar"
  | "chatTemplate"
  | keyof FileRun;

/** How a model file is run in this process; under the same `contextSize` and `gpu` it gives the same numbers. */
export interface FileRun {
  /** As many as the machine's cores by default. */
  readonly threads?: number | undefined;
  /** Whether a graphics processor may be used, where there is one; false by default. */
  readonly gpu?: boolean | undefined;
  /** The most tokens of a prompt with its answer; 4,096 by default, or what the model was trained on. */
  readonly contextSize?: number | undefined;
}

/** A model of a vendor, and how it is reached. */
export interface VendorModel extends VendorOptions, FileRun {
  /** Where the model is, for a vendor whose models are files. */
  readonly file?: string | undefined;
  /** A file with a chat template, in Jinja, in the place of the model file's own. */
  readonly chatTemplate?: string | undefined;
  /** How the server at `baseURL` scores given texts, where it does. */
  readonly scoring?: Scorer | undefined;
  /** What decoding is held to, in process or by the server at `baseURL`. */
  readonly grammar?: Grammar | undefined;
}

/**
 * Who serves models, and by what name. All that a program must know of a vendor stands in its
 * descriptor: help, checks, doctor, prices and the choice of a model read it.
 */
export interface VendorDescriptor {
  /** Its name where a model is chosen, alone or before the model's as `anthropic:NAME`; its providers have it too. */
  readonly name: string;
  /** A model of it, for help: `anthropic:NAME`. */
  readonly example: string;
  /** What its providers are called that ask another server than its own. */
  readonly compatible?: string;
  /** The environment variable of the vendor's own key; absent where it takes none. */
  readonly keyEnv?: string;
  /** Which of the options that not every vendor takes it does. */
  readonly options: readonly VendorOption[];
  /** Why it takes none of the others. */
  readonly refusal?: Sentence;
  /** Whether its models give log-probabilities of a given text by themselves. */
  readonly scores?: true;
  /** Its own prices: `listed` in the kept table under its name, or nothing, with the reason. */
  readonly price?: "listed" | { readonly free: string };
  /** Families that answer without thinking unless they are told to; any other name is taken for a model that thinks. */
  readonly plain?: RegExp;
  /** Settings that runs are told apart by, in the words of its own interface and of compatible servers'. */
  readonly probes?: readonly Readonly<Record<string, unknown>>[];
  readonly compatibleProbes?: readonly Readonly<Record<string, unknown>>[];
  /** The model of a name, where that is not the name itself. */
  readonly modelOf?: (name: string) => Pick<VendorModel, "model" | "file">;
  /** Makes the provider; its SDK is loaded here. @throws OptionError of wrong settings, ProviderError without a key. */
  readonly load: (model: VendorModel) => Promise<Provider>;
  /** The vendor's batches of the model, under the identity that `load` gives its single calls. */
  readonly batch?: (model: VendorModel) => Promise<BatchVendor>;
}
