import { BudgetError, UnansweredError } from "@promptnce/engine";
import { JournalError } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/providers";
import { Interrupted, SomeFailed, StoppedEarly, UnconfirmedError } from "@promptnce/engine/run";
import { PlaceError } from "@promptnce/engine/files";
import { OptionError } from "@promptnce/core/errors";
import { sentenceOf } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { ExitCode } from "./exit-codes.ts";
import { printable } from "./printable.ts";

/** The program that ends. */
interface Program {
  /** What stands before what it says is wrong. */
  readonly name: string;
  /** Errors of its own that one sentence tells all about. */
  readonly own: readonly (new (...given: never[]) => Error)[];
}

/** Tells on standard error what ended a program, whatever it is, in a sentence, and returns the exit code. */
export function tellEnd(error: unknown, { name, own }: Program): ExitCode {
  const code = exitCodeOf(error, own);
  const { name: kind, stack } = error instanceof Error ? error : new Error(String(error));
  const text = [sentenceOf(error), ...optionAdvice(error)].join(" ");
  const sentence = text.split("\n").map(printable).join("\n");
  if (code !== undefined) {
    // To be stopped is no error.
    process.stderr.write(`${error instanceof Interrupted ? "" : `${name} `}${sentence}\n`);
    return code;
  }
  process.stderr.write(
    process.env["PROMPTNCE_DEBUG"]
      ? `${name} ${stack}\n`
      : `${name} this should not have happened (${kind}: ${sentence}): it is a bug of the program. PROMPTNCE_DEBUG=1 shows where it was; please report that.\n`,
  );
  return 1;
}

/** Of an error that its sentence tells all about; `undefined` of a bug, which nobody can put right by the sentence. */
function exitCodeOf(error: unknown, own: Program["own"]): ExitCode | undefined {
  const refusals = [UsageError, OptionError, UnconfirmedError];
  if (refusals.some((kind) => error instanceof kind)) return 2;
  if (error instanceof BudgetError) return 3;
  if (error instanceof SomeFailed) return 4;
  if (error instanceof StoppedEarly) return 5;
  const failures = [Interrupted, JournalError, PlaceError, ProviderError, ...own];
  return failures.some((kind) => error instanceof kind) || isFileTrouble(error) ? 1 : undefined;
}

/** Which option of a command goes on from there, where a library, which knows no command line, threw the error. */
function optionAdvice(error: unknown): string[] {
  if (error instanceof UnansweredError) return ["--max-failures 1 keeps them as failed instead."];
  const failed = error instanceof SomeFailed || error instanceof StoppedEarly ? error.failed : 0;
  if (failed === 0) return [];
  return [`--retry-failed asks ${failed === 1 ? "it" : "them"} once more.`];
}

/** What an open file may meet; Node then knows no path, as of a socket's errors. */
const openTrouble: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EISDIR"];

/** No permission, no space, a folder where a file should be: Node's sentence says which. */
function isFileTrouble(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return false;
  return "path" in error || openTrouble.includes(error.code);
}
