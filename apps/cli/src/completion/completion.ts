import { Argument, type Command } from "commander";
import { examples } from "../terminal/examples.ts";

/**
 * `completion SHELL`: a script that completes commands, options, choices and names of files. It is
 * made from the commands as they are and starts no program on a tab; libraries that do so know no
 * names of files, which is what most arguments here are.
 */
export function completion(parent: Command): void {
  parent
    .command("completion")
    .description("print a script with which a shell completes the command")
    .addArgument(new Argument("<shell>", "whose script").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "completion bash > ~/.local/share/bash-completion/completions/promptnce",
        "completion zsh > ~/.zfunc/_promptnce     # with ~/.zfunc in fpath, before compinit",
        "completion fish > ~/.config/fish/completions/promptnce.fish",
      ),
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const scripts = await import("./completion-scripts.ts");
      process.stdout.write(scripts[shell](parent));
    });
}
