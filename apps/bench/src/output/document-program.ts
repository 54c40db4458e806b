import { styleText } from "node:util";
import { tellEnd } from "@promptnce/command/terminal";
import { DatasetError } from "@promptnce/datasets";
import { DataError } from "@promptnce/rows/errors";
import { CommanderError } from "commander";

/** A run of bench that did not finish. */
export class RunError extends Error {}

/** The exit code of a program that writes a document, which says how it ended where it failed. */
export async function documentProgram(
  name: string,
  write: () => number | Promise<number>,
): Promise<number> {
  try {
    return await write();
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return tellEnd(error, {
      name: styleText("red", `${name}:`),
      own: [RunError, DatasetError, DataError, RangeError],
    });
  }
}
