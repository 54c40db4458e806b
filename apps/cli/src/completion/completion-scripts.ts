import type { Command } from "commander";

/** As far as completion looks at it, a command, whose path is its name with those of the commands above it. */
function completedCommand(command: Command, path: string) {
  const help = command.createHelp();
  const below = visibleBelow(command).map((one) => ({ word: one.name(), about: one.description() }));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const options = help.visibleOptions(command).map(({ long, short, description, argChoices, flags }) => ({
    word: long ?? short ?? "",
    about: description,
    valued: flags.includes("<"),
    // None where any text, or the name of a file, may follow.
    choices: argChoices ?? [],
  }));
  return { path, words: [...below, ...choices.map((word) => ({ word, about: "" }))], options };
}

type CompletedCommand = ReturnType<typeof completedCommand>;

/** The program, whose path is empty, and all commands below it, each as its help shows it. */
function completedCommands(command: Command, path = ""): CompletedCommand[] {
  const below = visibleBelow(command).flatMap((one) => completedCommands(one, `${path} ${one.name()}`.trim()));
  return [completedCommand(command, path), ...below];
}

function visibleBelow(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");
}

/** Completion for bash, from 3.2. Where no word fits, names of files are offered. */
export function bash(program: Command): string {
  return `# bash completion for promptnce
_promptnce() {
  local at="" word found=() known=1
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${findWords(completedCommands(program))}
  for word in "\${found[@]}"; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -o bashdefault -o default -F _promptnce promptnce
`;
}

/** Completion for zsh. Where there are no words, names of files are offered. */
export function zsh(program: Command): string {
  return `#compdef promptnce
_promptnce() {
  local at="" word known=1
  local -a found
  local current="\${words[CURRENT]}" before="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
${findWords(completedCommands(program))}
  if (( \${#found} )); then
    compadd -- "\${found[@]}"
  else
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _promptnce # autoloaded from fpath: this is the first completion, and not only a definition
else
  compdef _promptnce promptnce
fi
`;
}

/**
 * What bash and zsh do alike, inside the loop over the words before the cursor and behind it: `at` becomes the path of
 * the command, and `found` the words that may come next; `known` is empty where no option waits for its value. Every
 * word is in quotes: what comes from names and choices is never read by the shell.
 */
function findWords(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const arms = (cases: readonly (readonly [pattern: string, words: readonly string[]])[]): string =>
    cases.map(([pattern, words]) => `      ${quoted(pattern)}) found=(${words.map(quoted).join(" ")}) ;;`).join("\n");
  const options = commands.flatMap(({ path, options: own }) => own.map((option) => ({ path, ...option })));
  return `    case "\${at:+$at }$word" in
      ${pathsOf(commands).map(quoted).join(" | ")}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at|$before" in
${arms(options.filter(({ valued }) => valued).map(({ path, word, choices }) => [`${path}|${word}`, choices]))}
      *) known= ;;
  esac
  if [[ -z $known && $current == -* ]]; then
    case "$at" in
${arms(commands.map(({ path, options: own }) => [path, own.map(({ word }) => word)]))}
    esac
  elif [[ -z $known ]]; then
    case "$at" in
${arms(commands.map(({ path, words }) => [path, words.map(({ word }) => word)]))}
    esac
  fi`;
}

/** Completion for fish, with what each word means. Names of files are offered where they may come. */
export function fish(program: Command): string {
  const commands = completedCommands(program);
  // Only the quote itself and the backslash mean something within single quotes.
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  const described = (about: string): string => (about === "" ? "" : ` -d ${quoted(about)}`);
  const lines = commands.flatMap(({ path, words, options }) => {
    const start = `complete -c promptnce -n ${quoted(`__promptnce_at ${quoted(path)}`)}`;
    return [
      ...words.map(({ word, about }) => `${start} -f -a ${quoted(word)}${described(about)}`),
      ...options.map(({ word, about, valued, choices }) => {
        const value = !valued ? "" : choices.length === 0 ? " -r" : ` -x -a ${quoted(choices.join(" "))}`;
        return `${start} -l ${quoted(word.replace(/^--/, ""))}${value}${described(about)}`;
      }),
    ];
  });
  return `# fish completion for promptnce
function __promptnce_at
    set -l at
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        if contains -- "$next" ${pathsOf(commands).map(quoted).join(" ")}
            set at $next
        end
    end
    test "$at" = "$argv"
end
complete -c promptnce -e
${lines.join("\n")}
`;
}

/** The paths of all commands but the program itself. */
function pathsOf(commands: readonly CompletedCommand[]): string[] {
  return commands.map(({ path }) => path).filter((path) => path !== "");
}
