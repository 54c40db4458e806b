import type { CommandOption } from "#command/options";
import { flagName } from "#command/errors";

/** The options of a command by their names as properties. */
export type Options = Readonly<Record<string, CommandOption<unknown>>>;

/** Consent and repair belong to a person and one run: no file may give them. */
const ofOneRun = ["dryRun", "yes", "shard", "retryFailed", "resubmitLost"];

/** The key of an option in a study: its name on the command line, without the dashes. */
export function studyKey(property: string): string {
  return flagName(property).slice(2);
}

/** The options of a study by their keys; those of a single run are left out. */
export function studyOptions(options: Options): Map<string, string> {
  const properties = Object.keys(options).filter((property) => !ofOneRun.includes(property));
  return new Map(properties.map((property) => [studyKey(property), property]));
}

/** Whether a key names an option that a study may not hold, since it is for a single run. */
export function isOfOneRun(key: string): boolean {
  return ofOneRun.some((property) => studyKey(property) === key);
}

/** Whether a file is a study or the manifest of a run, by its name, rather than a file of rows. */
export function isStudyFile(path: string): boolean {
  return /\.ya?ml$|(^|[./\\])manifest\.json$/i.test(path);
}
