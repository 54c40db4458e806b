import { type FileRun, modelSettings, settingNames } from "@promptnce/providers/vendors";
import type { GivenAnswers } from "../task/init-task.ts";
import type { ReadingOptions } from "../table/reading-options.ts";

/** The rows to play with, in the folder `examples` of the package. */
export const EXAMPLE_NAMES = ["survey", "messages", "class"] as const;
export type ExampleName = (typeof EXAMPLE_NAMES)[number];

export interface StartOptions extends ReadingOptions, GivenAnswers, FileRun {
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

/**
 * The options that choose a model and say how to reach or run it, which become keys of the study.
 */
export function modelKeys(options: StartOptions): Partial<StartOptions> {
  const { provider, model, baseUrl, keyEnv } = options;
  const run = settingNames.filter((name) => modelSettings[name].ofFileRun);
  const given = run.map((name) => [name, options[name as keyof FileRun]] as const);
  return { provider, model, baseUrl, keyEnv, ...Object.fromEntries(given) };
}

/** The files of a study, and of its first result. */
export interface Places {
  readonly study: string;
  /** The table as it is rewritten, if it has to be. */
  readonly rows: string;
  readonly out: string;
  readonly report: string;
}
