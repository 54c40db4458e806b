import { BudgetError, UnansweredError } from "@promptnce/engine";
import { JournalError } from "@promptnce/engine/journal";
import { Interrupted, SomeFailed, StoppedEarly, UnconfirmedError } from "@promptnce/engine/run";
import { PlaceError } from "@promptnce/engine/files";
import { OptionError, ProviderError } from "@promptnce/core/errors";
import { sentenceOf } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { ExitCode } from "./exit-codes.ts";
import { printable } from "./printable.ts";
import { say } from "./wrap-text.ts";

/** A program that ends. */
interface Program {
  /** The name in front of its error messages. */
  readonly name: string;
  /** The program's own errors that a single sentence explains completely. */
  readonly own: readonly (new (...given: never[]) => Error)[];
}

/**
 * Reports on standard error, in a sentence, the error that ended a program, and returns the exit
 * code.
 */
export function tellEnd(error: unknown, { name, own }: Program): ExitCode {
  const code = exitCodeOf(error, own);
  const { name: kind, stack } = error instanceof Error ? error : new Error(String(error));
  const text = [sentenceOf(error), ...optionAdvice(error)].join(" ");
  const sentence = text.split("\n").map(printable).join("\n");
  if (code !== undefined) {
    // An interruption is not an error.
    say(`${error instanceof Interrupted ? "" : `${name} `}${sentence}`);
    return code;
  }
  process.stderr.write(
    process.env["PROMPTNCE_DEBUG"]
      ? `${name} ${stack}\n`
      : `${name} this should not have happened (${kind}: ${sentence}): it is a bug of the program. PROMPTNCE_DEBUG=1 shows where it was; please report that.\n`,
  );
  return 1;
}

/**
 * The exit code of an error whose sentence suffices; `undefined` for a bug, which no sentence helps
 * to fix.
 */
function exitCodeOf(error: unknown, own: Program["own"]): ExitCode | undefined {
  const refusals = [UsageError, OptionError, UnconfirmedError];
  if (refusals.some((kind) => error instanceof kind)) return 2;
  if (error instanceof BudgetError) return 3;
  if (error instanceof SomeFailed) return 4;
  if (error instanceof StoppedEarly) return 5;
  const failures = [Interrupted, JournalError, PlaceError, ProviderError, ...own];
  return failures.some((kind) => error instanceof kind) || isFileTrouble(error) ? 1 : undefined;
}

/**
 * Advice on the option that continues after a library's error; the library itself knows no command
 * line.
 */
function optionAdvice(error: unknown): string[] {
  if (error instanceof UnansweredError) return ["--max-failures 1 keeps them as failed instead."];
  if (error instanceof StoppedEarly && error.failed === 0) {
    return ["promptnce doctor tries a model with ten short questions."];
  }
  const failed = error instanceof SomeFailed || error instanceof StoppedEarly ? error.failed : 0;
  if (failed === 0) return [];
  return [`--retry-failed asks ${failed === 1 ? "it" : "them"} once more.`];
}

/** Errors of an open file; Node reports no path for them, as for a socket's errors. */
const openTrouble: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EISDIR"];

/**
 * Whether an error is due to a file: no permission, no space, a folder in place of a file. Node's
 * message says which.
 */
function isFileTrouble(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return false;
  return "path" in error || openTrouble.includes(error.code);
}
