import { addHelp, addOptions, type CommandOptions, type HelpText } from "#command/options";
import type { Command } from "commander";

/** Adds a command with its options. `help` follows them and ends with {@link examples}. */
export function addCommand<T>(
  parent: Command,
  name: string,
  does: string,
  help: string | HelpText,
  options: CommandOptions<T> = {} as CommandOptions<T>,
): Command {
  const command = addOptions(parent.command(name).description(does), options);
  return addHelp(command, typeof help === "string" ? { text: help } : help);
}

/** The examples at the end of a command's help, one per line. */
export function examples(...commands: readonly string[]): string {
  return `\nExamples:\n${commands.map((command) => `  promptnce ${command}`).join("\n")}`;
}
