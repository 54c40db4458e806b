import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { asFlag } from "#command/errors";
import { program } from "../program.ts";

const packages = join(import.meta.dirname, "../../../../packages");

/** The options named in the libraries' messages, each with its source file. */
function namedOptions(): [option: string, file: string][] {
  const sources = globSync("*/src/**/*.ts", { cwd: packages });
  return (
    sources
      // The command does not use the estimator, whose options have their own names.
      .filter((file) => !/\.test\.|^(core|command|testing|rows\/src\/estimator)\//.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(packages, file), "utf8");
        const named = text.matchAll(/(?:\bwrite(?:Option)?|new OptionError)\(\s*"([\w.]+)"/g);
        return Array.from(named, ([, option = ""]): [string, string] => [option, file]);
      })
  );
}

function flagsOf(command: Command): string[] {
  return [
    ...command.options.flatMap(({ long }) => long ?? []),
    ...command.commands.flatMap((subcommand) => flagsOf(subcommand)),
  ];
}

it("gives the command a flag for every option that a library's message names", async () => {
  const flags = new Set(["", ...flagsOf(await program())]);
  const named = namedOptions();
  expect(named.map(([option]) => option)).toEqual(
    expect.arrayContaining(["k", "columns.y", "maxTokens", "path", "settings"]),
  );
  expect(named.filter(([option]) => !flags.has(asFlag(option)))).toEqual([]);
});
