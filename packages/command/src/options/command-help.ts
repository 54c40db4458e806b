import type { Command } from "commander";
import { unwrapped, wrapText } from "../terminal/wrap-text.ts";

/** What a command's help says besides its options. */
export interface HelpText {
  /** The text behind the options, which ends with examples. */
  readonly text: string;
  /** What `--help-all` says in addition, before that text. */
  readonly more?: string;
  /**
   * The options that `--help` shows, by their names as properties; `--help-all` shows the others
   * too. All are shown if absent.
   */
  readonly usual?: readonly string[];
}

/**
 * Adds a text to a command's help, behind the options added so far. Lines of help, and of what the
 * command says about a wrong command line, are wrapped at the terminal's width. A command with
 * rarely used options gets `--help-all`.
 */
export function addHelp(command: Command, { text, more = "", usual }: HelpText): Command {
  let isWhole = false;
  command.configureOutput({
    outputError(text, write) {
      write(wrapText(text, command.configureOutput().getErrHelpWidth?.() ?? Infinity));
    },
  });
  command.addHelpText("after", () => {
    const output = command.configureOutput();
    const whole = isWhole ? `${more}${text}` : text;
    return wrapText(unwrapped(whole), output.getOutHelpWidth?.() ?? 80);
  });
  if (usual === undefined) return command;
  const rare = command.options.filter((one) => !usual.includes(one.attributeName()));
  for (const option of rare) {
    option.hideHelp();
  }
  const all = command.createOption("--help-all", "show all options");
  command.addHelpOption(
    command.createOption("-h, --help", "show the usual options").helpGroup("Help:"),
  );
  command.addOption(all.helpGroup("Help:"));
  command.on("option:help-all", () => {
    isWhole = true;
    for (const option of rare) {
      option.hideHelp(false);
    }
    command.help();
  });
  return command;
}
