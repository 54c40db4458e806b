import type { Figure, Table } from "@promptnce/report";
import type { Config } from "./config.ts";
import type { Job } from "./job.ts";
import type { Results } from "./results.ts";
import type { Setting } from "./study.ts";

export interface Report {
  readonly tables: readonly Table[];
  readonly figures?: readonly Figure[];
}

/** One table or figure of the paper. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** Whether a run that names no experiments includes it; true by default. */
  readonly byDefault?: (config: Config) => boolean;
  /**
   * What is made up about its questions whatever the data: nobody is to pay for them who did not
   * name the experiment.
   */
  readonly madeUp?: string;
  /**
   * The reason why the experiment cannot run with these datasets and this provider; `undefined` if
   * it can.
   */
  readonly missing?: (setting: Setting) => string | undefined;
  readonly jobs: (setting: Setting) => readonly Job[];
  /** Computes scores of the report ahead of it, in part in another thread. */
  readonly scoreAhead?: (results: Results) => Promise<void>;
  readonly report: (results: Results) => Report;
}
