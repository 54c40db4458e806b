import { flagName, UsageError } from "@promptnce/command/errors";

/**
 * The experiment's name on the command line, which also distinguishes its manifest from a run's.
 */
export const experiment = "record";

/** The command-line options of the record. */
export interface RecordOptions {
  readonly data?: string | undefined;
  readonly out: string;
  readonly seed: string;
  readonly tables?: boolean | undefined;
}

/** The options that the record shares with a run. All others concern requests. */
const taken: ReadonlySet<string> = new Set(["experiment", "data", "out", "seed", "tables"]);

/**
 * Whether a command line asks for the record.
 *
 * @throws UsageError if it also names other experiments, or has an option that concerns requests
 */
export function isForRecord(
  experiments: readonly string[] | undefined,
  given: readonly string[],
): boolean {
  if (!experiments?.includes(experiment)) return false;
  if (experiments.length > 1) {
    throw new UsageError(
      "--experiment: record judges replies that others recorded, and stands alone; run the others by themselves",
    );
  }
  const refused = given.find((name) => !taken.has(name));
  if (refused === undefined) return true;
  throw new UsageError(
    `${flagName(refused)}: --experiment record asks no model, and takes --data, --out, --seed and --tables alone`,
  );
}
