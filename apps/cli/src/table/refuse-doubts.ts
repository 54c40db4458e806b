import { OptionError, written } from "@promptnce/core/errors";
import { asFlag, UsageError } from "#command/errors";
import type { Doubt, Reading, TableDescription } from "@promptnce/rows/description";

/** The longest value of an option in a refusal; of a longer one the option is named alone. */
const LONGEST = 400;

/**
 * @throws UsageError that lists what can be read in more than one way, and the options that decide
 */
export function refuseDoubts(file: string, { doubts }: TableDescription): void {
  const [first] = doubts;
  if (first === undefined) return;
  const says = doubts.map((doubt) => written(doubt.says, asFlag)).join("; ");
  const options = doubts.map(({ readings }) => readings.map(readingText).join(" or "));
  throw new UsageError(
    `${asFlag(optionOf(first))}: ${file} can be read in more than one way: ${says}. Say which is right with ${[...new Set(options)].join(", ")}`,
  );
}

function optionOf({ readings }: Doubt): string {
  return readings[0]?.option ?? "y";
}

/** An option and its value, as somebody would type them, and what it does if that is not plain. */
export function readingText({ option, value, does }: Reading): string {
  const text = asFlag(option, value);
  const typed = text.length > LONGEST ? asFlag(option) : text;
  return does === undefined ? typed : `${typed} (${does})`;
}

/** What is described, with errors that name the file. */
export function describing<T>(file: string, describe: () => T): T {
  try {
    return describe();
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new OptionError(error.option, (write) => {
      const [, sentence = ""] = /^\S*: ([^]*)$/.exec(error.messageFor(write)) ?? [];
      return `${file}: ${sentence}`;
    });
  }
}
