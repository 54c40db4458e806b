import { CommanderError } from "commander";
import { program } from "./program.ts";

/** Runs the command with its arguments and returns the exit code, whatever ends it. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    if (args.length === 0) return await open();
    const command = await program(args);
    await command.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return ended(error);
  }
}

/** Shows a person who names no command what this is about, and what to type next. */
async function open(): Promise<number> {
  const { openingText } = await import("#command/opening");
  const { print, typedAs } = await import("#command/start");
  print(`${openingText()}\n\n${nextText(typedAs())}`);
  return 0;
}

const NEXT = [
  ["start messages.csv", "your table: a prompt and ten estimates"],
  ["start --example survey", "a table to play with"],
  ["doctor", "the models that can be asked from here"],
  ["--help", "all commands"],
] as const;

/** What to type next, as a person types commands here. */
function nextText(typed: string): string {
  const room = Math.max(...NEXT.map(([command]) => command.length));
  const lines = NEXT.map(
    ([command, does]) => `${typed}promptnce ${command.padEnd(room)}    ${does}`,
  );
  return `Next    ${lines.join(`\n${" ".repeat(8)}`)}`;
}

/** Reports on standard error why the command ended, and returns the exit code. */
export async function ended(error: unknown): Promise<number> {
  // Commander has already printed its message. Its own exit code for wrong usage is 1.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { ClosedPipe, DataError } = await import("@promptnce/rows/errors");
  if (error instanceof ClosedPipe) return Number(process.exitCode ?? 0);
  const { ClassDataError } = await import("@promptnce/case-study");
  const { DatasetError } = await import("@promptnce/datasets");
  const { tellEnd } = await import("#command/terminal");
  return tellEnd(error, { name: "error:", own: [ClassDataError, DataError, DatasetError] });
}
