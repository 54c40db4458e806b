import { listText } from "@promptnce/core/errors";
import { z } from "zod";
import { type ModelSetting, modelSettings, vendors } from "@promptnce/providers/vendors";
import { addressMistake, isDatabase } from "@promptnce/engine/address";
import type { Shard } from "@promptnce/engine/run";
import {
  type CommandOption,
  type CommandOptions,
  countOrShare,
  flag,
  inGroup,
  listOf,
  numberAbove,
  numberFrom,
  oneOf,
  option,
  someText,
  wholeNumber,
} from "../options/command-option.ts";
import type { GivenAsking, GivenModel, ReadFrom } from "./given-model.ts";
import { profiles } from "./profiles.ts";
import { settingOptions } from "./setting-options.ts";

/** How the journals of parts become one, for help and for the end of a part. */
export const JOIN_PARTS = "promptnce replies import joins the parts";

/** The option that restricts a run to one of several parts of its questions. */
export function shardOption(): CommandOption<Shard | undefined> {
  const help = `ask only part i of n of all questions, and write no results; ${JOIN_PARTS}`;
  return { ...option("<i/n>", help, shard), group: "Output:" };
}

const shard: z.ZodType<Shard> = z.preprocess(
  (given) => {
    const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(String(given)) ?? [];
    return of === undefined ? given : { index: Number(index), of: Number(of) };
  },
  z.custom<Shard>((given) => {
    const { index = 0, of = 0 } = Object(given) as Partial<Shard>;
    return index >= 1 && index <= of;
  }, "give a part and the number of parts, such as 2/4"),
);

const names = listOf(someText);

/** The options that choose and call a model, common to every command that calls one. */
export function modelOptions(): CommandOptions<GivenModel> {
  const { timeout, ...settings } = settingOptions();
  return {
    ...inGroup("Model:", {
      ...chosenModelOptions(),
      ...settings,
      ...paceOptions(),
      timeout,
      ...failureOptions(),
    }),
    ...inGroup("Money:", moneyOptions()),
    ...inGroup("Output:", {
      store: option(
        "<place>",
        "where replies are kept: a journal file, or a team's postgres://… (default: a file beside the output)",
        place,
      ),
    }),
  };
}

/**
 * The options of {@link modelOptions} that a command's `--help` shows; the others are rarely
 * needed.
 */
export const usualModelOptions: readonly string[] = [
  ...Object.entries<ModelSetting>(modelSettings).flatMap(([name, { usual }]) =>
    usual ? [name] : [],
  ),
  "provider",
  "model",
  "concurrency",
  "dryRun",
  "budget",
  "batch",
  "yes",
  "store",
];

function chosenModelOptions() {
  const providers = ["simulated", ...vendors.map(({ name }) => name)];
  const models = vendors.map(({ example }) => example);
  return {
    provider: option("<name>", "who serves the model (default: simulated)", oneOf(providers)),
    model: option(
      "<name>",
      `the model; its name may begin with its provider: ${listText(models, "or")}`,
      names,
    ),
    profile: option("<name>", "how the simulated respondent errs", oneOf(profiles), "model-like"),
  };
}

function paceOptions() {
  return {
    seed: option("<text>", "the seed for everything random", someText, "1"),
    concurrency: option("<number>", "the most calls in flight at once", wholeNumber(1, 1000), 8),
    rpm: option("<number>", "the most requests per minute", numberAbove(0)),
    tpm: option("<number>", "the most tokens per minute", numberAbove(0)),
  };
}

function failureOptions() {
  return {
    maxFailures: option(
      "<number>",
      "stop after more failed requests than this, or a larger share if below 1; 1 never stops",
      countOrShare,
    ),
    retryFailed: flag("ask again what failed for good in an earlier run"),
    workers: flag(
      "let the workers of --store postgres://… ask; start them anywhere with promptnce worker",
    ),
    resubmitLost: flag(
      "submit again requests whose batch was cancelled, or is not found, and perhaps pay twice",
    ),
  };
}

function moneyOptions() {
  return {
    dryRun: flag("show what would be asked and what it would cost, and ask nothing"),
    budget: option(
      "<dollars>",
      "stop before more than this is spent, counting what stored replies cost",
      numberFrom(0),
    ),
    confirmAbove: option(
      "<dollars>",
      "ask for confirmation if a run may cost more, or if its cost is unknown",
      numberFrom(0),
      1,
    ),
    yes: flag("do not ask for confirmation, for use in scripts"),
    batch: flag("use the vendor's batches: half the price, answers within a day"),
    priceIn: option(
      "<dollars>",
      "the price of a million input tokens (default: from a built-in list)",
      numberFrom(0),
    ),
    priceOut: option(
      "<dollars>",
      "the price of a million output tokens (default: from a built-in list)",
      numberFrom(0),
    ),
  };
}

/**
 * {@link modelOptions} plus the options for reading answers, for commands that ask for
 * probabilities.
 */
export function askingOptions(): CommandOptions<GivenAsking> {
  const read =
    "read the text of a reply, the probabilities of its first token, or those of a decision model's options (other prompts; default: reply, or decisions where the model makes nothing else)";
  const reading = {
    readFrom: option("<what>", read, oneOf<ReadFrom>(["reply", "tokens", "decisions"])),
    rotations: option(
      "<number>",
      "how many orders of the options to ask in, with --read-from tokens or decisions",
      wholeNumber(1, 26),
      1,
    ),
    pack: option(
      "<names>",
      "someone else's prompts: a folder of texts such as words/open.txt, or a package or its folder, whose code runs even with --dry-run",
      names,
    ),
  };
  return { ...inGroup("Question:", reading), ...modelOptions() };
}

/** A file, or the address of a database. */
const place: z.ZodType<string> = someText.superRefine((text, context) => {
  const mistake = isDatabase(text) ? addressMistake(text) : undefined;
  if (mistake !== undefined) context.addIssue(mistake);
});
