import type { Profile } from "@promptnce/providers";
import { type Command, InvalidArgumentError, Option } from "commander";
import { numberFrom, wholeNumber } from "../number-option.ts";

/** Who is asked, and within what limits: the same options as bench's. */
export interface ModelOptions {
  readonly provider?: "anthropic" | "openai" | "llama" | "simulated";
  readonly model?: string;
  readonly profile: Profile;
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly seed: string;
  readonly concurrency: number;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly timeout?: number;
  readonly budget?: number;
  readonly priceIn?: number;
  readonly priceOut?: number;
  readonly confirmAbove: number;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly store?: string;
}

/** Adds them to a command. */
export function withModelOptions(command: Command): Command {
  const providers = ["anthropic", "openai", "llama", "simulated"];
  return command
    .addOption(
      new Option("--provider <name>", "who serves the model (default: simulated)").choices(
        providers,
      ),
    )
    .option(
      "--model <name>",
      "the model to ask; anthropic:NAME, openai:NAME and llama:FILE.gguf name their provider",
    ) // prettier-ignore
    .addOption(
      new Option("--profile <name>", "how the simulated respondent errs")
        .choices(["model-like", "truthful"])
        .default("model-like"),
    )
    .option("--base-url <url>", "a server that speaks the provider's wire format")
    .option(
      "--key-env <name>",
      "the environment variable with that server's key (default: none is sent)",
    ) // prettier-ignore
    .option(
      "--settings <json>",
      "the vendor's own parameters, e.g. '{\"temperature\": 0}'",
      jsonObject,
    ) // prettier-ignore
    .option("--seed <text>", "of everything random", "1")
    .option("--concurrency <number>", "calls under way at once", wholeNumber(1, 1000), 8)
    .option("--rpm <number>", "requests a minute, at most", numberFrom(0))
    .option("--tpm <number>", "tokens a minute, at most", numberFrom(0))
    .option("--timeout <seconds>", "how long one call may take", numberFrom(0))
    .option(
      "--budget <dollars>",
      "stop before more is spent, what the store holds included",
      numberFrom(0),
    ) // prettier-ignore
    .option("--price-in <dollars>", "what a million input tokens cost", numberFrom(0))
    .option("--price-out <dollars>", "what a million output tokens cost", numberFrom(0))
    .option(
      "--confirm-above <dollars>",
      "ask before a run that will cost more, or nobody knows what",
      numberFrom(0),
      1,
    ) // prettier-ignore
    .option("--yes", "do not ask; a script needs it where a terminal would be asked")
    .option("--dry-run", "say what would be asked and what it would cost, and ask nothing")
    .option("--store <file>", "the journal of replies (default: beside what is written)");
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Told below, as for any other text that is no object.
  }
  throw new InvalidArgumentError("Give a JSON object.");
}
