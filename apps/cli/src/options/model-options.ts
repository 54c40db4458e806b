import { type Command, InvalidArgumentError, Option } from "commander";
import { namesOf, scorers, vendors } from "@promptnce/providers/choose";
import { each } from "./each-option.ts";
import { numberFrom, wholeNumber } from "./number-option.ts";

/** Adds the options that choose who is asked, how fast, and for how much money at most. */
export function modelOptions(command: Command): Command {
  const profile = new Option("--profile <name>", "of the simulated respondent");
  const provider = new Option("--provider <name>", "who serves the model (default: simulated)");
  const scoring = new Option("--scoring <way>", "how that server scores a given text");
  return command
    .addOption(provider.choices(["simulated", ...vendors.map(({ name }) => name)]))
    .addOption(profile.choices(["model-like", "truthful"]).default("model-like"))
    .option(
      "--model <name>",
      `the model; ${namesOf(
        vendors.map(({ example: name }) => ({ name })),
        "or",
      )} name their provider`,
      each,
    )
    .option("--base-url <url>", "a server that speaks the provider's wire format")
    .addOption(scoring.choices(scorers))
    .option("--key-env <name>", "the environment variable with that server's key")
    .option("--settings <json>", "the vendor's own parameters, e.g. '{\"temperature\": 0}'", jsonObject)
    .option("--max-tokens <number>", "of one reply, at most", wholeNumber(1, 1e7))
    .option("--seed <text>", "of everything random", "1")
    .option("--store <file>", "the journal of replies (default: beside what is written)")
    .option("--concurrency <number>", "calls under way at once", wholeNumber(1, 1000), 8)
    .option("--rpm <number>", "requests a minute, at most", numberFrom(0))
    .option("--tpm <number>", "tokens a minute, at most", numberFrom(0))
    .option("--timeout <seconds>", "how long one call may take", numberFrom(0))
    .option("--budget <dollars>", "stop before more than this is spent, what the store holds included", numberFrom(0))
    .option("--price-in <dollars>", "what a million input tokens cost", numberFrom(0))
    .option("--price-out <dollars>", "what a million output tokens cost", numberFrom(0))
    .option("--confirm-above <dollars>", "ask before a run that will cost more, or nobody knows what", numberFrom(0), 1)
    .option("--batch", "ask through the vendor's batches: half the price, an answer within a day")
    .option("--yes", "do not ask; a script needs it where a terminal would be asked")
    .option("--dry-run", "say what would be asked and what it would cost, and ask nothing");
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError("Give a JSON object.");
}
