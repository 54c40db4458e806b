import { Argument, type Command } from "commander";
import { addCommand, examples } from "../terminal/add-command.ts";

/**
 * `completion SHELL`: a script that completes commands, options, choices and names of files. It asks the hidden command
 * `complete` at each tab, so that it knows the program as it is by then; libraries that do so know no names of files,
 * which is what most arguments here are.
 */
export function completion(parent: Command): void {
  const typed = examples(
    "completion bash > ~/.local/share/bash-completion/completions/promptnce",
    "completion zsh > ~/.zfunc/_promptnce     # with ~/.zfunc in fpath, before compinit",
    "completion fish > ~/.config/fish/completions/promptnce.fish",
  );
  addCommand(parent, "completion", "print a script with which a shell completes the command", typed)
    .addArgument(new Argument("<shell>", "whose script").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionScripts } = await import("./completion-scripts.ts");
      process.stdout.write(completionScripts[shell]);
    });
  parent
    .command("complete", { hidden: true })
    .description("name the words that may be the last of a line, for the scripts of `completion`")
    .argument("[words...]", "the line behind the program's name, as far as it is typed")
    .addHelpText("after", examples("complete replies p"))
    .action(async (line: string[]) => {
      const { completedWords } = await import("./completed-words.ts");
      for (const word of completedWords(parent, line)) console.log(word);
    });
}
