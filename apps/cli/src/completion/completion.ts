import { Argument, type Command, type Option } from "commander";
import { addCommand, examples } from "../terminal/add-command.ts";

/**
 * The script for each shell. It asks `promptnce complete` for the next words, and offers files if
 * there are none.
 */
const scripts = {
  // Compatible with bash 3.2, the version on macOS.
  bash: `# bash completion for promptnce
_promptnce() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ $word == "\${COMP_WORDS[COMP_CWORD]}"* ]]; then COMPREPLY+=("$word"); fi
  done < <(promptnce complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _promptnce promptnce
`,
  zsh: `#compdef promptnce
_promptnce() {
  local -a found
  found=(\${(f)"$(promptnce complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then
    compadd -- "\${(@)found%%$'\\t'*}"
  else
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _promptnce # autoloaded from fpath: this is the first completion, and not only a definition
else
  compdef _promptnce promptnce
fi
`,
  fish: `# fish completion for promptnce
function __promptnce_complete
    set -l current (commandline -ct)
    set -g __promptnce_words (promptnce complete -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
    test -n "$__promptnce_words"
end
complete -c promptnce -e
complete -c promptnce -n __promptnce_complete -f -a '$__promptnce_words'
`,
} as const;

/**
 * The `completion SHELL` command, which prints a script. At each tab, the script calls the hidden
 * `complete` command, so that it always matches the installed program. Libraries for this do not
 * complete file names, which most arguments here are.
 */
export function completion(parent: Command): void {
  const typed = examples(
    "completion bash > ~/.local/share/bash-completion/completions/promptnce",
    "completion zsh > ~/.zfunc/_promptnce     # with ~/.zfunc in fpath, before compinit",
    "completion fish > ~/.config/fish/completions/promptnce.fish",
  );
  addCommand(parent, "completion", "print a script for completion in a shell", typed)
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell]);
    });
  parent
    .command("complete", { hidden: true })
    .description("name the words that may be the last of a line, for the scripts of `completion`")
    .argument("[words...]", "the line behind the program's name, as far as it is typed")
    .addHelpText("after", examples("complete replies p"))
    .action((line: string[]) => {
      for (const word of completedWords(parent, line)) {
        console.log(word);
      }
    });
}

/**
 * The words that may come last, each with a tab and its description. Empty where any text or a file
 * name may come.
 */
function completedWords(program: Command, line: readonly string[]): string[] {
  const [before, current = ""] = [line.slice(0, -1), line.at(-1)];
  const command = before.reduce(
    (at, word) => commandsBelow(at).find((subcommand) => subcommand.name() === word) ?? at,
    program,
  );
  // Those that only --help-all shows are completed too.
  const options = [...command.options, ...helpOption(command)];
  const [start = "", name = before.at(-1)] = /^(--[^=]+)=/.exec(current) ?? [];
  const valued = options.find(({ long, required }) => required && long === name);
  if (valued !== undefined) return (valued.argChoices ?? []).map((choice) => `${start}${choice}`);
  if (current.startsWith("-")) {
    return options.map(({ long, short, description }) => `${long ?? short}\t${description}`);
  }
  return [
    ...commandsBelow(command).map(
      (subcommand) => `${subcommand.name()}\t${subcommand.description()}`,
    ),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ];
}

/** The help option, which commander keeps apart from the others. */
function helpOption(command: Command): Option[] {
  const visible = command.createHelp().visibleOptions(command);
  return visible.filter((option) => option.long === "--help");
}

/** The subcommands that help shows. */
function commandsBelow(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.filter((subcommand) => subcommand.name() !== "help");
}
