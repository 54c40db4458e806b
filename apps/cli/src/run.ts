import { CommanderError } from "commander";
import { program } from "./program.ts";

/**
 * Runs the command with its arguments and returns the exit code: 0 done, 1 failed, 2 wrong usage, 3
 * stopped by the budget, 4 missed threshold. What the user can put right is one sentence on standard
 * error; anything else is a bug and throws.
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has said what it had to say; its own codes for wrong usage are 1.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { ClosedPipe } = await import("@promptnce/rows");
    if (error instanceof ClosedPipe) return Number(process.exitCode ?? 0);
    const { exitCodeOf } = await import("./terminal/exit-code.ts");
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    const { Interrupted } = await import("@promptnce/providers/choose");
    const { printable } = await import("./terminal/terminal.ts");
    const sentences = (error as Error).message.split("\n").map(printable).join("\n");
    console.error(error instanceof Interrupted ? sentences : `error: ${sentences}`);
    return code;
  }
}
