import type { Command } from "commander";

/** A word that can be completed to, with what it means. */
interface Completed {
  readonly word: string;
  readonly about: string;
}

/** An option that can be completed to. */
interface CompletedOption extends Completed {
  /** Whether a value follows it. */
  readonly valued: boolean;
  /** The values there are; none where any text, or the name of a file, may follow. */
  readonly choices: readonly string[];
}

/** A command, as far as completion looks at it. */
export interface CompletedCommand {
  /** Its name with those of the commands above it, without the program's; empty of the program. */
  readonly path: string;
  readonly commands: readonly Completed[];
  readonly options: readonly CompletedOption[];
  /** The values of its arguments, where there are only so many. */
  readonly choices: readonly string[];
}

/** A command and all below it, each as its help shows it. */
export function completedCommands(command: Command, path = ""): CompletedCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((one) => one.name() !== "help");
  const own: CompletedCommand = {
    path,
    commands: below.map((one) => ({ word: one.name(), about: one.description() })),
    options: help.visibleOptions(command).map(({ long, short, description, argChoices, flags }) => ({
      word: long ?? short ?? "",
      about: description,
      valued: flags.includes("<"),
      choices: argChoices ?? [],
    })),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [own, ...below.flatMap((one) => completedCommands(one, `${path} ${one.name()}`.trim()))];
}
