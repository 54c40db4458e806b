import type { Command } from "commander";

/** A word that can be completed to, with what it means. */
interface Completed {
  readonly word: string;
  readonly about: string;
}

/** A command, as far as completion looks at it. */
export interface CompletedCommand {
  /** Its name with those of the commands above it, without the program's; empty of the program. */
  readonly path: string;
  /** The commands below it, and the values of its arguments where there are only so many. */
  readonly words: readonly Completed[];
  readonly options: readonly (Completed & {
    /** Whether a value follows it. */
    readonly valued: boolean;
    /** The values there are; none where any text, or the name of a file, may follow. */
    readonly choices: readonly string[];
  })[];
}

/** A command and all below it, each as its help shows it. */
export function completedCommands(command: Command, path = ""): CompletedCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((one) => one.name() !== "help");
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own: CompletedCommand = {
    path,
    words: [
      ...below.map((one) => ({ word: one.name(), about: one.description() })),
      ...choices.map((word) => ({ word, about: "" })),
    ],
    options: help.visibleOptions(command).map(({ long, short, description, argChoices, flags }) => ({
      word: long ?? short ?? "",
      about: description,
      valued: flags.includes("<"),
      choices: argChoices ?? [],
    })),
  };
  return [own, ...below.flatMap((one) => completedCommands(one, `${path} ${one.name()}`.trim()))];
}
