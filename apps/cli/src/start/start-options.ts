import type { GivenAnswers } from "../task/init-task.ts";
import type { ReadingValues } from "../options/reading-options.ts";
import type { Codebook, NamedColumns } from "@promptnce/rows";
import type { GivenReading } from "@promptnce/rows/description";

/** The rows to play with, in the folder `examples` of the package. */
export const EXAMPLE_NAMES = ["survey", "messages", "class"] as const;
export type ExampleName = (typeof EXAMPLE_NAMES)[number];

export interface StartOptions extends GivenReading, GivenAnswers, ReadingValues {
  readonly provider?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly baseUrl?: string | undefined;
  readonly keyEnv?: string | undefined;
  readonly yes?: boolean | undefined;
  /** The rows to play with that are written first. */
  readonly example?: ExampleName;
  readonly plural?: string;
  /** The values that a row must have to be read. */
  readonly where?: NamedColumns["where"];
  /** A file of labels, or the labels that codes stand for. */
  readonly labels?: string | Codebook;
  readonly study?: string;
  readonly force?: true;
}

/** The files of a study, and of its first result. */
export interface Places {
  readonly study: string;
  /** The table as it is rewritten, if it has to be. */
  readonly rows: string;
  readonly out: string;
  readonly report: string;
}
