import { type Command, InvalidArgumentError, Option } from "commander";
import { each } from "../options/each-option.ts";

/** The options that say which replies are meant: every condition that is given must be met. */
export function filterOptions(command: Command): Command {
  const stop = new Option("--stop <names>", "how they ended: end, length, refusal, other");
  return command
    .option("--provider <names>", "of these providers, by commas or repeated", each)
    .option("--model <names>", "of these models", each)
    .option("--template <ids>", "of these prompts, as words, words/open or words/open@1", each)
    .option("--task <files>", "YAML tasks of your own, whose prompts are then known by name", each)
    .addOption(stop.argParser(stops))
    .option("--since <time>", "written then or later, as 2026-01-31 (UTC) or with a time", moment)
    .option("--before <time>", "written before", moment);
}

const known = ["end", "length", "refusal", "other"];

function stops(text: string, before?: readonly string[]): string[] {
  const names = each(text, before);
  if (names.every((name) => known.includes(name))) return names;
  throw new InvalidArgumentError(`Give one or more of ${known.join(", ")}.`);
}

function moment(text: string): Date {
  const date = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError("Give a day, as 2026-01-31, or a time, as 2026-01-31T12:00Z.");
}
