import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { program } from "./program.ts";

/** Every command with its name as it is typed. */
function tree(command: Command, above = ""): [string, Command][] {
  const name = `${above} ${command.name()}`.trim();
  return [[name, command], ...command.commands.flatMap((one) => tree(one, name))];
}

/** All of a command's help, what stands behind the options included. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => void (text += part) }).outputHelp();
  return text;
}

/**
 * The commands of the examples, each on one line, without comments and what a shell does with them.
 */
function examplesIn(help: string): string[] {
  const [, examples = ""] = help.split("\nExamples:\n");
  const lines = examples.replaceAll(/[\\|]\n +/g, " ").split("\n");
  const end = lines.findIndex((line) => line !== "" && !line.startsWith("  "));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => /promptnce .*/.exec(line.replace(/ #.*| [<>] .*/, ""))?.[0] ?? "")
    .filter((line) => line !== "");
}

/** The command that an example names, and the words behind its name. */
function resolve(words: readonly string[], command: Command): [Command, readonly string[]] {
  const next = command.commands.find((one) => one.name() === words[0]);
  return next === undefined ? [command, words] : resolve(words.slice(1), next);
}

const root = await program();
const all = tree(root);

describe.each(all)("the help of %s", (name, command) => {
  const help = helpOf(command);

  it("says what the command does and shows examples of it", () => {
    expect(command.description()).not.toBe("");
    const examples = examplesIn(help);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(`${example} `).toMatch(new RegExp(`^${name} `));
    }
  });

  it("shows examples only with existing commands and options", () => {
    for (const example of examplesIn(help)) {
      const [found, rest] = resolve(example.split(/\s+/).slice(1), root);
      expect(found.commands, `${example} names a command`).toEqual([]);
      const known = found.options.flatMap(({ long, short }) => [long, short]);
      const unknown = rest.filter((word) => word.startsWith("--") && !known.includes(word));
      expect(unknown, example).toEqual([]);
    }
  });

  it("shows no default that is nothing, or a value of the program", () => {
    const defaults =
      helpOf(command)
        .replaceAll(/\s+/g, " ")
        .match(/\(default: [^)]*\)/g) ?? [];
    expect(defaults.filter((one) => /undefined|null|\[|\{|: (?:"")?\)/.test(one))).toEqual([]);
  });

  it("describes every option and argument", () => {
    for (const { flags, description } of command.options) {
      expect(description, flags).not.toBe("");
    }
    for (const one of command.registeredArguments) {
      expect(one.description, one.name()).not.toBe("");
    }
  });
});

it.each(
  all.filter(([name]) => /^promptnce( (estimate|score|summarise|compare|doctor))?$/.test(name)),
)("lists the exit codes in the help of %s", (_, command) => {
  expect(helpOf(command)).toContain(`Exit codes:
  0 done
  1 failed
  2 wrong usage
  3 stopped by the budget
  4 finished, but some requests failed; compare, infer: the threshold was missed
  5 stopped early, or nothing scored`);
});
