import type { CompletedCommand } from "./completed-command.ts";

/** The arms of the `case`s of bash and zsh, which are the same. */
export interface ShellCases {
  /** Every path of a command, the program's own left out. */
  readonly paths: string;
  /** Words after an option with a value: an empty list where the name of a file may follow. */
  readonly values: string;
  /** The options of each command. */
  readonly options: string;
  /** What else may come in each command: names of commands below it, or values of its arguments. */
  readonly words: string;
}

/** Every word is in quotes: what comes from names and choices is never read by the shell. */
export function shellCases(commands: readonly CompletedCommand[]): ShellCases {
  const arm = (pattern: string, words: readonly string[]): string =>
    `      ${quoted(pattern)}) found=(${words.map(quoted).join(" ")}) ;;`;
  return {
    paths: commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)])).join(" | "),
    values: commands
      .flatMap(({ path, options }) =>
        options.flatMap(({ word, valued, choices }) =>
          valued ? [arm(`${path}|${word}`, choices)] : [],
        ),
      )
      .join("\n"),
    options: commands.map(({ path, options }) => arm(path, options.map(({ word }) => word))).join("\n"), // prettier-ignore
    words: commands
      .map(({ path, commands: below, choices }) =>
        arm(path, [...below.map(({ word }) => word), ...choices]),
      ) // prettier-ignore
      .join("\n"),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
