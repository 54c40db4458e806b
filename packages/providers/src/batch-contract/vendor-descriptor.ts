import type { Provider } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import type { BatchVendor } from "./batch-vendor.ts";
import type { Grammar } from "../call/held-to.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import type { Scorer } from "../scoring/token-server.ts";

/**
 * The options of {@link VendorModel} that not every vendor accepts, and the variable that holds a
 * key.
 */
export type VendorOption =
  | "baseUrl"
  | "keyEnv"
  | "settings"
  | "effort"
  | "scoring"
  | "grammar"
  | "chatTemplate"
  | "questionsPerRequest"
  | keyof FileRun;

/**
 * How a model file is run in this process; the same `contextSize` and `gpu` give the same numbers.
 */
export interface FileRun {
  /** The number of threads; by default the machine's number of cores. */
  readonly threads?: number | undefined;
  /** Whether to use a GPU, if there is one; false by default. */
  readonly gpu?: boolean | undefined;
  /**
   * The most tokens of a prompt and its answer together; 4,096 by default, or fewer if the model
   * was trained on fewer.
   */
  readonly contextSize?: number | undefined;
}

/** A vendor's model, and how to reach it. */
export interface VendorModel extends VendorOptions, FileRun {
  /** The model's path, for a vendor whose models are files, or its name on a hub of models. */
  readonly file?: string | undefined;
  /**
   * Receives the progress of a download, in bytes. Without it nothing is downloaded, and a file that
   * is not there fails when it is first asked.
   */
  readonly onDownload?: ((progress: { downloaded: number; size: number }) => void) | undefined;
  /** A file with a Jinja chat template that replaces the model file's own. */
  readonly chatTemplate?: string | undefined;
  /** How the server at `baseURL` scores given texts, if it does. */
  readonly scoring?: Scorer | undefined;
  /** The grammar that constrains decoding, in this process or by the server at `baseURL`. */
  readonly grammar?: Grammar | undefined;
  /** The most questions about one state that a request to a decision model may put; 1 by default. */
  readonly questionsPerRequest?: number | undefined;
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
  /** The vendor-specific options that it accepts. */
  readonly options: readonly VendorOption[];
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
   * Creates the provider. Its SDK is loaded with the first call.
   *
   * @throws OptionError for wrong settings, ProviderError without a key.
   */
  readonly load: (model: VendorModel) => Promise<Provider>;
  /** The vendor's batches of the model, under the identity that `load` gives its single calls. */
  readonly batch?: (model: VendorModel) => Promise<BatchVendor>;
}
