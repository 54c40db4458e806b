import type { Figure, Table } from "@promptnce/report";
import type { Block, ScoredBlock } from "./blocks.ts";
import type { Config } from "../study/config.ts";
import type { Job } from "../study/job.ts";
import type { Results } from "../study/results.ts";
import type { Setting } from "../study/study.ts";

export interface Report {
  readonly tables: readonly Table[];
  readonly figures?: readonly Figure[];
  /** What it shows, in a sentence, for a run that does not rank methods by PMI. */
  readonly finding?: string;
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
  /**
   * Jobs that are asked once more, one question a request, where the run puts several questions into
   * a request: for comparison.
   */
  readonly alone?: (setting: Setting) => readonly Job[];
  /** The blocks whose scores the report needs. */
  readonly blocks?: (results: Results) => readonly Block[];
  readonly report: (results: Results, blocks: readonly ScoredBlock[]) => Report;
}
