import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { fencedBlocks, markdownTokens } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { program } from "../program.ts";
import { shellCommands } from "./shell-commands.test.support.ts";

const root = join(import.meta.dirname, "../../../..");
const documents = ["*.md", "docs/**/*.md", "packages/*/README.md", "apps/*/README.md"];
const files = globSync(documents, { cwd: root }).toSorted();

/** The `promptnce` command lines in a document, from shell blocks and sentences. */
function said(markdown: string): string[][] {
  const blocks = fencedBlocks(markdown).filter(({ language }) => language === "sh");
  const inSentences = markdownTokens(markdown, "codespan");
  const commands = [...blocks, ...inSentences].flatMap(({ text }) => shellCommands(text));
  return commands.flatMap((words) => {
    const at = words.indexOf("promptnce");
    const runs = at === 0 || words.slice(0, at).join(" ") === "npx --yes pnpm@12";
    return runs && at >= 0 ? [words.slice(at + 1)] : [];
  });
}

const whole = await program();

/** The mistake in the words after `promptnce`; none if the program knows them all. */
function mistake(words: readonly string[]): string | undefined {
  let command: Command = whole;
  let rest = words;
  for (let name = rest[0]; command.commands.length > 0 && name !== undefined; name = rest[0]) {
    if (name.startsWith("-") || name === "…") break;
    const found = command.commands.find((each) => each.name() === name);
    if (found === undefined) return `${name} is no command`;
    [command, rest] = [found, rest.slice(1)];
  }
  const known = ["--help", ...command.options.map(({ long }) => long)];
  const unknown = rest.find((word) => word.startsWith("--") && !known.includes(word));
  return unknown === undefined ? undefined : `${command.name()} has no ${unknown}`;
}

describe("the documents", () => {
  it("are found", () => {
    expect(files).toContain("README.md");
    expect(files).toContain("docs/privacy.md");
    expect(files).toContain("apps/cli/README.md");
  });

  it.each(files)("%s names only existing commands and options", (file) => {
    const commands = said(readFileSync(join(root, file), "utf8"));
    const mistakes = commands.flatMap((words) => mistake(words) ?? []);
    expect(mistakes).toEqual([]);
  });

  it("start the workers of examples/workers/compose.yaml with an existing command", () => {
    const { services } = parse(
      readFileSync(join(root, "examples/workers/compose.yaml"), "utf8"),
    ) as {
      services: { worker: { command: string; deploy: { replicas: number } } };
    };
    const words = services.worker.command.split(/\s+/);
    expect(mistake(words.slice(words.indexOf("promptnce") + 1))).toBeUndefined();
    expect(services.worker.deploy.replicas).toBe(2);
  });

  it("would fail with a command or an option that does not exist", () => {
    expect(said("`promptnce estimte a.csv`").map(mistake)).toEqual(["estimte is no command"]);
    const block =
      "```sh\nnpx --yes pnpm@12 promptnce score a.csv \\\n  --summary b.csv # comment\n```\n";
    expect(said(block).map(mistake)).toEqual(["score has no --summary"]);
    expect(said("`promptnce estimate a.csv --k 5`").map(mistake)).toEqual([undefined]);
  });
});
