import type { GivenAnswers } from "../task/init-task.ts";
import type { ReadingOptions } from "../table/reading-options.ts";

/** The rows to play with, in the folder `examples` of the package. */
export const EXAMPLE_NAMES = ["survey", "messages", "class"] as const;
export type ExampleName = (typeof EXAMPLE_NAMES)[number];

export interface StartOptions extends ReadingOptions, GivenAnswers {
  readonly provider?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly baseUrl?: string | undefined;
  readonly keyEnv?: string | undefined;
  readonly yes?: boolean | undefined;
  /** The rows to play with that are written first. */
  readonly example?: ExampleName;
  readonly plural?: string;
  readonly study?: string;
}

/** The files of a study, and of its first result. */
export interface Places {
  readonly study: string;
  /** The table as it is rewritten, if it has to be. */
  readonly rows: string;
  readonly out: string;
  readonly report: string;
}
