import { addOptions, type CommandOptions } from "#command";
import type { Command } from "commander";

/** Adds a command with its options; `after` stands behind them in help, as {@link examples} of how it is typed. */
export function addCommand<T>(
  parent: Command,
  name: string,
  does: string,
  after: string,
  options: CommandOptions<T> = {} as CommandOptions<T>,
): Command {
  return addOptions(parent.command(name).description(does), options).addHelpText("after", after);
}

/** What a command's help shows behind its options: how it is typed, a line each. */
export function examples(...commands: readonly string[]): string {
  return `\nExamples:\n${commands.map((command) => `  promptnce ${command}`).join("\n")}`;
}
