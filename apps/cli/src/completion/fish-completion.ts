import type { CompletedCommand } from "./completed-command.ts";

/** Completion for fish, with what each word means. Names of files are offered where they may come. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  const lines = commands.flatMap(linesOf);
  return `# fish completion for promptnce
function __promptnce_at
    set -l at
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        if contains -- "$next" ${paths.join(" ")}
            set at $next
        end
    end
    test "$at" = "$argv"
end
complete -c promptnce -e
${lines.join("\n")}
`;
}

function linesOf({ path, commands, options, choices }: CompletedCommand): string[] {
  const start = `complete -c promptnce -n ${quoted(`__promptnce_at ${quoted(path)}`)}`;
  const words = [...commands, ...choices.map((word) => ({ word, about: "" }))];
  return [
    ...words.map(({ word, about }) => `${start} -f -a ${quoted(word)}${described(about)}`),
    ...options.map(({ word, about, valued, choices: values }) => {
      const value = !valued ? "" : values.length === 0 ? " -r" : ` -x -a ${quoted(values.join(" "))}`;
      return `${start} -l ${quoted(word.replace(/^--/, ""))}${value}${described(about)}`;
    }),
  ];
}

function described(about: string): string {
  return about === "" ? "" : ` -d ${quoted(about)}`;
}

/** In fish only the quote itself and the backslash mean something within single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
