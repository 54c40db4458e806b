import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addHelp } from "./command-help.ts";
import { addOptions, flag, inGroup } from "./command-option.ts";

const options = {
  ...inGroup("Data:", { y: flag("the label"), delimiter: flag("the character between fields") }),
  ...inGroup("Money:", { budget: flag("the most to spend") }),
};
const help = {
  text: "\nExamples:\n  promptnce x\n",
  more: "\nMore is here.\n",
  usual: ["y", "budget"],
};

/** What the command prints for such words, and how it ends. */
function printed(words: readonly string[], width = 80): { text: string; code: string } {
  let text = "";
  const command = addOptions(new Command("x"), options)
    .exitOverride()
    .action(() => {});
  command.configureOutput({
    writeOut: (part) => void (text += part),
    getOutHelpWidth: () => width,
  });
  addHelp(command, help);
  try {
    command.parse(words, { from: "user" });
    return { text, code: "" };
  } catch (error) {
    return { text, code: (error as { code: string }).code };
  }
}

describe("a command with rarely used options", () => {
  it("shows the usual options under their headings, and names --help-all", () => {
    const { text, code } = printed(["--help"]);
    expect(code).toBe("commander.helpDisplayed");
    expect(text).toMatch(/Data:\n {2}--y +the label\n\nMoney:\n {2}--budget/);
    expect(text).toMatch(/--help-all +show all options/);
    expect(text).toContain("Examples:\n  promptnce x");
    expect(text).not.toMatch(/--delimiter|More is here/);
  });

  it("shows all options and all of its text by --help-all, and ends without an error", () => {
    const { text, code } = printed(["--help-all"]);
    expect(code).toBe("commander.help");
    expect(text).toMatch(/--y.*\n +--delimiter.*\n\nMoney:/);
    expect(text).toMatch(/More is here\.\n\nExamples:/);
  });

  it("wraps both at the terminal's width", () => {
    const long = { text: `${"word ".repeat(30)}\n` };
    const command = addHelp(new Command("x"), long);
    let text = "";
    command.configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => 40 });
    command.outputHelp();
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
  });
});

it.each([
  [40, 40],
  [undefined, 121],
])("what is wrong with a command line is wrapped at %s columns", (columns, longest) => {
  const command = addHelp(new Command("x").exitOverride(), { text: "" });
  let text = "";
  command.configureOutput({
    writeErr: (part) => void (text += part),
    getErrHelpWidth: () => columns as number,
  });
  expect(() => command.error(`error: ${"word ".repeat(22)}word`)).toThrow("error: word");
  const lengths = text
    .trimEnd()
    .split("\n")
    .map((line) => line.length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
  expect(lengths.length > 1).toBe(columns !== undefined);
});

it("a command that names no usual options shows all, and has no --help-all", () => {
  const command = addHelp(addOptions(new Command("x"), options), { text: "" });
  expect(command.helpInformation()).toContain("--delimiter");
  expect(command.helpInformation()).not.toContain("--help-all");
});
