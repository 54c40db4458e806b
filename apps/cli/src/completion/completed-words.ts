import type { Command } from "commander";

/**
 * The words that may be the last of a line, as far as it is typed, each with what it means behind a tab; none where any
 * text, or the name of a file, may come.
 */
export function completedWords(program: Command, line: readonly string[]): string[] {
  const [before, current = ""] = [line.slice(0, -1), line.at(-1)];
  const command = before.reduce((at, word) => commandsBelow(at).find((one) => one.name() === word) ?? at, program);
  const options = command.createHelp().visibleOptions(command);
  const [start = "", name = before.at(-1)] = /^(--[^=]+)=/.exec(current) ?? [];
  const valued = options.find(({ long, required }) => required && long === name);
  if (valued !== undefined) return (valued.argChoices ?? []).map((choice) => `${start}${choice}`);
  if (current.startsWith("-")) {
    return options.map(({ long, short, description }) => `${long ?? short}\t${description}`);
  }
  return [
    ...commandsBelow(command).map((one) => `${one.name()}\t${one.description()}`),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ];
}

/** As help shows them. */
function commandsBelow(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.filter((one) => one.name() !== "help");
}
