import { z } from "zod";
import { grammars } from "@promptnce/providers/contract";
import { parsedJson } from "@promptnce/providers/contract";
import { scorers } from "@promptnce/providers/vendors";
import { addressMistake, isDatabase } from "@promptnce/engine";
import { namesOf, vendors } from "@promptnce/providers/vendors";
import type { Shard } from "@promptnce/engine/run";
import {
  type CommandOption,
  type CommandOptions,
  countOrShare,
  flag,
  listOf,
  numberAbove,
  numberFrom,
  oneOf,
  option,
  someText,
  wholeNumber,
} from "../options/command-option.ts";
import { type GivenModel, profiles } from "./model-mistakes.ts";

/** The option that restricts a run to one of several parts of its questions. */
export function shardOption(): CommandOption<Shard | undefined> {
  const help =
    "ask the i-th of n parts of all questions alone, and write no results; replies import joins them";
  return option("<i/n>", help, shard);
}

const shard: z.ZodType<Shard> = z.preprocess(
  (given) => {
    const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(String(given)) ?? [];
    return of === undefined ? given : { index: Number(index), of: Number(of) };
  },
  z.custom<Shard>((given) => {
    const { index = 0, of = 0 } = Object(given) as Partial<Shard>;
    return index >= 1 && index <= of;
  }, "give a part and how many there are, as 2/4"),
);

const names = listOf(someText);

/** The longest timeout in seconds: a timer set to more than 2³¹ − 1 ms fires at once. */
const LONGEST_TIMEOUT = 2_147_483;

/** The options that choose and call a model, common to every command that calls one. */
export function modelOptions(): CommandOptions<Omit<GivenModel, keyof Reading | "pack">> {
  const providers = ["simulated", ...vendors.map(({ name }) => name)];
  const models = vendors.map(({ example: name }) => ({ name }));
  return {
    provider: option("<name>", "who serves the model (default: simulated)", oneOf(providers)),
    profile: option("<name>", "of the simulated respondent", oneOf(profiles), "model-like"),
    model: option("<name>", `the model; ${namesOf(models, "or")} name their provider`, names),
    baseUrl: option("<url>", "a server that speaks the provider's wire format", address),
    scoring: option(
      "<way>",
      "how that server scores a given text (default: not at all)",
      oneOf(scorers),
    ),
    grammar: option(
      "<what>",
      "to what a model file, or that server, is to hold decoding (default: schema, the reply that is asked for)",
      oneOf(grammars),
    ),
    threads: option(
      "<number>",
      "of a model file in this process (default: one a core)",
      wholeNumber(1, 1024),
    ),
    gpu: flag("let a model file use the graphics processor"),
    contextSize: option(
      "<number>",
      "tokens of a file's context, at most (default: 4096)",
      wholeNumber(64, 1e7),
    ),
    chatTemplate: option(
      "<file>",
      "a chat template in Jinja, in the place of the model file's own",
      someText,
    ),
    keyEnv: option(
      "<name>",
      "the environment variable with that server's key (default: no key is sent)",
      someText,
    ),
    settings: option(
      "<json>",
      "the vendor's own parameters, e.g. '{\"temperature\": 0}'",
      jsonObject,
    ),
    effort: option(
      "<word>",
      "how much the model is to think, e.g. none, low or high (default: the model's)",
      someText,
    ),
    maxTokens: option("<number>", "of one reply, thinking included, at most", wholeNumber(1, 1e7)),
    seed: option("<text>", "of everything random", someText, "1"),
    store: option(
      "<place>",
      "the journal of replies, or postgres://… of a team (default: a file beside what is written)",
      place,
    ),
    concurrency: option("<number>", "calls under way at once", wholeNumber(1, 1000), 8),
    rpm: option("<number>", "requests a minute, at most", numberAbove(0)),
    tpm: option("<number>", "tokens a minute, at most", numberAbove(0)),
    timeout: option(
      "<seconds>",
      "how long one call may take (default: 120)",
      numberAbove(0, LONGEST_TIMEOUT),
    ),
    budget: option(
      "<dollars>",
      "stop before more than this is spent, what the store holds included",
      numberFrom(0),
    ),
    priceIn: option(
      "<dollars>",
      "what a million input tokens cost (default: a kept table's)",
      numberFrom(0),
    ),
    priceOut: option(
      "<dollars>",
      "what a million output tokens cost (default: a kept table's)",
      numberFrom(0),
    ),
    maxFailures: option(
      "<number>",
      "stop after more failed requests than this, or a greater share of them (below 1); 1 goes on whatever comes",
      countOrShare,
    ),
    retryFailed: flag("ask once more what failed for good in an earlier run"),
    confirmAbove: option(
      "<dollars>",
      "ask before a run that may cost more, or nobody knows what",
      numberFrom(0),
      1,
    ),
    batch: flag("ask through the vendor's batches: half the price, an answer within a day"),
    workers: flag(
      "have the workers of --store postgres://… ask, which promptnce worker starts anywhere",
    ),
    resubmitLost: flag(
      "submit again what may be in a batch that is not found, and be paid for twice",
    ),
    yes: flag("do not ask; a script needs it where a terminal would be asked"),
    dryRun: flag("say what would be asked and what it would cost, and ask nothing"),
  };
}

type Reading = { [Name in "readFrom" | "rotations"]-?: NonNullable<GivenModel[Name]> };

/**
 * {@link modelOptions} plus the options for reading answers, for commands that ask for
 * probabilities.
 */
export function askingOptions(): CommandOptions<GivenModel & Reading> {
  const read = "the text of the reply, or the probabilities of its first token (own wordings)";
  return {
    readFrom: option("<what>", read, oneOf(["reply", "tokens"] as const), "reply" as const),
    rotations: option(
      "<number>",
      "orders of the options to ask in, with --read-from tokens",
      wholeNumber(1, 26),
      1,
    ),
    pack: option(
      "<names>",
      "prompts of others: a folder of texts as words/open.txt, or a package or its folder, whose code then runs, with --dry-run too",
      names,
    ),
    ...modelOptions(),
  };
}

/** A file, or the address of a database. */
const place: z.ZodType<string> = someText.superRefine((text, context) => {
  const mistake = isDatabase(text) ? addressMistake(text) : undefined;
  if (mistake !== undefined) context.addIssue(mistake);
});

/** The error does not quote the text, which may contain a password. */
const address: z.ZodType<string> = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // `localhost:8000/v1` also parses as a URL, with the protocol `localhost:`.
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    context.addIssue(
      "give the address of a server, beginning with http:// or https://, as http://localhost:8000/v1",
    );
  } else if (url.username + url.password + url.search + url.hash !== "") {
    context.addIssue(
      "an address is recorded, so no user, password or query may stand in it; name the variable with the key with --key-env",
    );
  }
});

/** The error does not quote the JSON either. */
const jsonObject: z.ZodType<Record<string, unknown>> = z.preprocess(
  (given) => (typeof given === "string" ? parsedJson(given) : given),
  z.record(z.string(), z.unknown(), { error: "give a JSON object, as '{\"temperature\": 0}'" }),
);
