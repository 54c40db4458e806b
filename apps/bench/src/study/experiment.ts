import type { Config } from "./config.ts";
import type { Figure, Table } from "@promptnce/report";
import type { Job } from "./job.ts";
import type { Results } from "./results.ts";
import type { Study } from "./study.ts";

/** What an experiment may ask about. */
export interface Setting {
  readonly config: Config;
  readonly studies: readonly Study[];
}

export interface Report {
  readonly tables: readonly Table[];
  readonly figures?: readonly Figure[];
}

/** One table or figure of the paper. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** Why it cannot be done with these datasets and this provider; nothing where it can. */
  missing?(setting: Setting): string | undefined;
  jobs(setting: Setting): readonly Job[];
  report(results: Results): Report;
}

/** An experiment that was wanted and not done. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}
