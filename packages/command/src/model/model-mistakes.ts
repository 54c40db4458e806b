import {
  type ModelSettings,
  modelSettings,
  settingNames,
  type VendorDescriptor,
  vendors,
} from "@promptnce/providers/vendors";
import { isDatabase } from "@promptnce/engine/address";
import { UsageError } from "../errors/usage-error.ts";
import { listText, written } from "@promptnce/core/errors";
import { asFlag, flagName } from "../errors/as-flag.ts";
import type { GivenAsking } from "./given-model.ts";
import { profiles } from "./profiles.ts";
import { type ModelChoice, modelsOf, readFromOf, vendorOf } from "./model-provider.ts";

/**
 * The models named, each once; the simulated respondent if none is named.
 *
 * @throws UsageError naming the option.
 */
export function chosenModels(given: Partial<GivenAsking>): ModelChoice[] {
  for (const [option, message] of modelMistakes(given))
    throw new UsageError(`${flagName(option)}: ${message}`);
  return modelsOf(given.model ?? [], given.provider, given.profile ?? profiles[0]);
}

/** The limits of a vendor, which the workers of a model share. */
const limits = ["rpm", "tpm", "budget"] as const;

const namesOf = (some: readonly VendorDescriptor[]): string[] => some.map(({ name }) => name);

/** Pairs of an option, by its property name, and what is wrong with it. */
type Mistakes = Generator<readonly [option: keyof GivenAsking, message: string], void>;

/** The conflicts among the options that choose a model. */
export function* modelMistakes(given: Partial<GivenAsking>): Mistakes {
  const { provider, model = [], priceIn, priceOut, batch, resubmitLost } = given;
  const simulated = provider === "simulated" || (provider === undefined && model.length === 0);
  const found = model.map((name) => vendorOf(name, provider));
  const served = found.filter((vendor) => vendor !== undefined);
  if (provider === "simulated" && model.length > 0) {
    yield [
      "model",
      "the simulated respondent is not a model: choose its --profile, or name another --provider",
    ];
  } else if (!simulated) {
    if (model.length === 0) yield ["model", `--provider ${provider} needs the name of a model`];
    const vague = model[found.indexOf(undefined)];
    if (vague !== undefined) {
      const known = namesOf(vendors);
      yield [
        "model",
        `who serves ${vague}? Say --provider ${listText(known, "or")}, or both as in anthropic:claude-sonnet-5; "promptnce models" prints what to type for a server on this machine`,
      ];
    }
  }
  if ((priceIn === undefined) !== (priceOut === undefined)) {
    const missing = priceIn === undefined ? "priceIn" : "priceOut";
    yield [missing, "a price for input needs a price for output, and vice versa"];
  }
  if (batch === true && (simulated || served.some((vendor) => vendor.batch === undefined))) {
    const able = vendors.filter((vendor) => vendor.batch);
    yield [
      "batch",
      `is for models of ${listText(namesOf(able), "and")}, or servers that speak like them`,
    ];
  }
  yield* readingMistakes(given, served);
  if (batch === true && given.store !== undefined && isDatabase(given.store)) {
    yield [
      "batch",
      "keeps its list of batches beside a journal: give --store a file, and add it to the database with promptnce replies import",
    ];
  }
  if (given.workers === true) {
    if (!isDatabase(given.store ?? ""))
      yield ["workers", "need a database to share: give --store postgres://user@host/name"];
    if (simulated) yield ["workers", "ask a real model: name a --provider and a --model"];
    const theirs = limits.find((name) => given[name] !== undefined);
    if (theirs) yield [theirs, "is shared by all workers: give it to promptnce worker"];
  }
  if (resubmitLost === true && batch !== true)
    yield ["resubmitLost", "is about batches: give --batch too"];
  yield* settingMistakes(given, simulated ? [undefined] : served);
  if (!simulated) return yield* serverMistakes(given, served);
  for (const limit of limits) {
    if (given[limit] !== undefined) yield [limit, ofVendorsOnly];
  }
}

const ofVendorsOnly =
  "the simulated respondent has no such option: name a --provider and a --model";

/** The settings that a model does not take. The simulated respondent has no descriptor. */
function* settingMistakes(
  given: Partial<GivenAsking>,
  models: readonly (VendorDescriptor | undefined)[],
): Mistakes {
  for (const name of settingNames.filter((one) => given[one] !== undefined)) {
    const refusals = models.map((model) => refusalOf(name, model));
    const refusal = refusals.find((sentence) => sentence !== undefined);
    if (refusal !== undefined) yield [name, refusal];
  }
}

/** Why a model does not take a setting, if it does not. */
function refusalOf(
  name: keyof ModelSettings,
  vendor: VendorDescriptor | undefined,
): string | undefined {
  const { takenBy } = modelSettings[name];
  if (takenBy === "writers") {
    return vendor?.decides ? "a decision model writes nothing: leave the option out" : undefined;
  }
  if (vendor === undefined) return ofVendorsOnly;
  if (takenBy === "vendors" || vendor.options.includes(name)) return undefined;
  return name === "scoring"
    ? `is for servers that ${waysToScore()}`
    : written(vendor.refusal ?? `${vendor.name} takes none`, asFlag);
}

/** Who scores given texts. */
function waysToScore(): string {
  const able = vendors.filter(({ options }) => options.includes("scoring"));
  const themselves = vendors.filter(({ scores }) => scores);
  return `--provider ${listText(namesOf(able), "or")} asks; ${listText(namesOf(themselves), "and")} scores by itself`;
}

/** What is wrong with what answers are read from. */
function* readingMistakes(
  given: Partial<GivenAsking>,
  served: readonly VendorDescriptor[],
): Mistakes {
  const { batch, rotations = 1 } = given;
  const readFrom = readFromOf(given);
  const silent = served.find(({ decides }) => decides);
  const writing = served.find(({ decides }) => !decides);
  if (readFrom === "decisions") {
    if (writing !== undefined && silent !== undefined) {
      yield [
        "model",
        `${silent.name} makes decisions, and ${writing.name} writes replies: results of both are never in one table, so run them apart`,
      ];
    } else if (writing !== undefined) {
      const able = vendors.filter(({ decides }) => decides).map(({ example }) => example);
      yield ["readFrom", `decisions are made by ${listText(able, "or")}, not by ${writing.name}`];
    }
  } else if (silent !== undefined) {
    yield ["readFrom", `${silent.name} makes decisions and writes no text: leave the option out`];
  }
  if (readFrom === "reply") {
    if (rotations > 1)
      yield [
        "rotations",
        "rotates the options of --read-from tokens or decisions: give that option too",
      ];
  } else if (batch === true) {
    yield ["batch", `--read-from ${readFrom} needs probabilities, which no batch gives`];
  }
}

function* serverMistakes(
  given: Partial<GivenAsking>,
  served: readonly VendorDescriptor[],
): Mistakes {
  const { baseUrl, scoring, grammar, keyEnv, model = [], provider } = given;
  if (scoring !== undefined && baseUrl === undefined)
    yield ["scoring", "name the server that scores with --base-url"];
  const files =
    served.length < model.length ? [] : modelsOf(model, provider, "").filter(({ file }) => file);
  const twice = files.find((one, i) =>
    files.slice(0, i).some((other) => other.model === one.model),
  )?.model;
  if (twice !== undefined) {
    yield [
      "model",
      `two files are called ${twice}, and results could not tell them apart: rename one`,
    ];
  }
  if (grammar !== undefined && baseUrl === undefined && !served.every(({ modelOf }) => modelOf)) {
    yield ["grammar", "works only with a model file or the server that --base-url names"];
  }
  if (keyEnv !== undefined && baseUrl === undefined) {
    yield [
      "keyEnv",
      "is for the server that --base-url names; a vendor's own key is found without it",
    ];
  }
}
