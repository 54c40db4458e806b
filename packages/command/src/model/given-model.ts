import type { OwnPrices } from "@promptnce/engine/money";
import type { ModelSettings } from "@promptnce/providers/vendors";
import type { profiles } from "./profiles.ts";

/** A model's settings, pace and budget, and where its replies are kept. */
export interface ModelUse extends ModelSettings, OwnPrices {
  readonly concurrency: number;
  /** The most requests a minute. */
  readonly rpm?: number | undefined;
  /** The most tokens a minute, input and output. */
  readonly tpm?: number | undefined;
  /** US dollars, including the cost of the stored replies. */
  readonly budget?: number | undefined;
  /** Whether nothing is sent, so that no key is needed. */
  readonly dryRun?: boolean | undefined;
  /** The file of the journal, or the address of a team's database, which has a budget of its own. */
  readonly store?: string | undefined;
  /** Whether workers, which have the key, make the calls. */
  readonly workers?: boolean | undefined;
}

/** A command line's choice of a model, and how it is asked. */
export interface GivenModel extends ModelUse {
  /** `simulated` or the name of a vendor. */
  readonly provider?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly profile: (typeof profiles)[number];
  /** The seed of everything random. */
  readonly seed: string;
  readonly maxFailures?: number | undefined;
  readonly retryFailed?: boolean | undefined;
  /** Whether to resubmit requests whose batch was cancelled, or may exist but was not found. */
  readonly resubmitLost?: boolean | undefined;
  /** US dollars above which a person is asked. */
  readonly confirmAbove: number;
  readonly yes?: boolean | undefined;
  readonly batch?: boolean | undefined;
}

/** The part of an answer that is read. */
export type ReadFrom = "reply" | "tokens" | "decisions";

/** A command line's choice of a model that is asked for probabilities. */
export interface GivenAsking extends GivenModel {
  /** The text by default. */
  readonly readFrom?: ReadFrom | undefined;
  /** The number of orders in which a question's options are shown, unless the text is read. */
  readonly rotations: number;
  /** Packages with other authors' wordings, or folders of texts. */
  readonly pack?: readonly string[] | undefined;
}
