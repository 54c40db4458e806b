import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "@promptnce/engine/files";
import { flagName, UsageError } from "#command/errors";
import { say, shellWord, typedAs } from "#command/start";
import type { ExampleName, StartOptions } from "./start-options.ts";

interface Example {
  /** What its rows hold, in a sentence. */
  readonly holds: string;
  /** What a person who knows the rows says of them. */
  readonly known: Partial<StartOptions>;
}

/** The options of an example, each with a text or several. */
type KnownOptions = Readonly<Record<string, string | readonly string[]>>;

const EXAMPLES: Readonly<Record<ExampleName, Example>> = {
  survey: {
    holds:
      "six groups of people, three questions, how many people gave each answer, and a weight for each group",
    known: {
      x: ["persona"],
      y: "answer",
      count: "n",
      weight: "weight",
      given: ["question"],
      person: "a person like the one described",
      sees: "ONE question",
      event: "chooses one of its answers",
      label: "answer",
    },
  },
  messages: {
    holds: "fourteen messages to a shop, each put into a queue by three agents",
    known: {
      x: ["message"],
      y: "queue",
      person: "an agent of a help desk",
      sees: "ONE message of a customer",
      event: "puts it into the queue where it belongs",
      label: "queue",
    },
  },
  class: {
    holds: "why it is warmer in summer, explained by fourteen pupils and read by three teachers",
    known: {
      x: ["explanation"],
      raters: ["ms_adeyemi", "mr_brandt", "ms_costa"],
      person: "a science teacher",
      sees: "ONE pupil's explanation of why it is warmer in summer",
      event: "names the idea behind it",
      label: "idea",
    },
  },
};

/**
 * Writes the rows of an example, says that they are invented, and returns their options beside
 * those given. Rows that are there already stay; another file of that name is never overwritten.
 */
export function writeExample(name: ExampleName, file: string, given: StartOptions): StartOptions {
  const rows = readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), "utf8");
  const { holds, known } = EXAMPLES[name];
  const isThere = existsSync(file);
  if (isThere && readFileSync(file, "utf8") !== rows) {
    throw new UsageError(
      `--example: ${file} already exists, with other rows; name another, as in promptnce start example-${name}.csv --example ${name} does`,
    );
  }
  if (!isThere) replaceFile(file, rows);
  const options = Object.entries(known as KnownOptions).map(([option, value]) => {
    return `${flagName(option)} ${shellWord([value].flat().join(","))}`;
  });
  say(
    `${isThere ? `${file} already exists` : `Wrote ${file}`}: ${holds}. All of it is invented. With a file of your own you would type:\n  ${typedAs()}promptnce start ${shellWord(file)} ${options.join(" ")}\n`,
  );
  return { ...known, ...given };
}
