import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { namesOf, vendors } from "../vendors/vendors.ts";
import { UsageError } from "../errors/errors.ts";
import { optionName } from "./command-option.ts";
import { type ModelChoice, modelsOf, vendorOf } from "./model-choice.ts";
import type { SessionOptions } from "../run/session.ts";
import type { ModelOptions } from "./model-provider.ts";

/** How the simulated respondent errs. */
export const profiles = ["model-like", "truthful"] as const;

/** What a command line says of who is asked, how fast and for how much money at most. */
export interface GivenModel
  extends Omit<ModelOptions, "replies" | "onPace">, Pick<SessionOptions, "maxFailures" | "retryFailed"> {
  /** `simulated` or the name of a vendor. */
  readonly provider?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly profile: (typeof profiles)[number];
  /** Of everything random. */
  readonly seed: string;
  /** The file of the journal. */
  readonly store?: string | undefined;
  /** US dollars. */
  readonly confirmAbove: number;
  readonly batch?: boolean | undefined;
  /** Whether requests whose batch may have been made and is not found are submitted again. */
  readonly resubmitLost?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** An option by its name as a property, and what is wrong with it. */
type ModelMistake = readonly [option: keyof GivenModel, message: string];

/**
 * The models that are named, each once; the simulated respondent where none is.
 *
 * @throws UsageError naming the option that does not go with another.
 */
export function chosenModels(given: Given): ModelChoice[] {
  const [mistake] = modelMistakes(given);
  if (mistake !== undefined) throw new UsageError(`${optionName(mistake[0])}: ${mistake[1]}`);
  return modelsOf(given.model ?? [], given.provider, given.profile ?? profiles[0]);
}

type Given = Partial<GivenModel>;

const ofModelsOnly = ["baseUrl", "scoring", "settings", "effort", "keyEnv", "rpm", "tpm", "timeout", "budget"] as const;

/** What does not go together in the options that choose who is asked; empty where all does. */
export function modelMistakes(given: Given): ModelMistake[] {
  const { provider, model = [], priceIn, priceOut, batch, resubmitLost } = given;
  const simulated = provider === "simulated" || (provider === undefined && model.length === 0);
  const unbatched = simulated || servedBy(given).some((vendor) => vendor.batch === undefined);
  const batched = vendors.filter((vendor) => vendor.batch);
  return [
    ...namesMistakes(given, simulated),
    ...mistakeIf(
      (priceIn === undefined) !== (priceOut === undefined),
      priceIn === undefined ? "priceIn" : "priceOut",
      "a price for input needs one for output, and the other way round",
    ),
    ...mistakeIf(
      batch === true && unbatched,
      "batch",
      `is for models of ${namesOf(batched, "and")}, or servers that speak like them`,
    ),
    ...mistakeIf(resubmitLost === true && batch !== true, "resubmitLost", "is about batches: give --batch too"),
    ...(simulated ? simulatedMistakes(given) : serverMistakes(given)),
  ];
}

function mistakeIf(wrong: boolean, ...mistake: ModelMistake): ModelMistake[] {
  return wrong ? [mistake] : [];
}

/** Who serves the models whose vendor is known. */
function servedBy({ model = [], provider }: Given): VendorDescriptor[] {
  return model.map((name) => vendorOf(name, provider)).filter((vendor) => vendor !== undefined);
}

function namesMistakes({ provider, model = [] }: Given, simulated: boolean): ModelMistake[] {
  if (provider === "simulated") {
    const message = "the simulated respondent is no model: choose its --profile, or name another --provider";
    return mistakeIf(model.length > 0, "model", message);
  }
  const vague = model.find((name) => vendorOf(name, provider) === undefined);
  return [
    ...mistakeIf(!simulated && model.length === 0, "model", `--provider ${provider} needs the name of a model`),
    ...mistakeIf(
      vague !== undefined,
      "model",
      `who serves ${vague}? Say --provider ${vendors.map(({ name }) => name).join(" or ")}, or ${vendors[0]?.name}:${vague}`,
    ),
  ];
}

function simulatedMistakes(given: Given): ModelMistake[] {
  return ofModelsOnly.flatMap((option) =>
    mistakeIf(
      given[option] !== undefined,
      option,
      "the simulated respondent takes none: name a --provider and a --model",
    ),
  );
}

function serverMistakes(given: Given): ModelMistake[] {
  const { baseUrl, scoring, keyEnv } = given;
  const served = servedBy(given);
  const able = vendors.filter(({ options }) => options.includes("scoring"));
  const themselves = vendors.filter(({ scores }) => scores);
  const twice = sameFileName(given);
  return [
    ...mistakeIf(scoring !== undefined && baseUrl === undefined, "scoring", "say with --base-url which server scores"),
    ...mistakeIf(
      scoring !== undefined && served.some(({ options }) => !options.includes("scoring")),
      "scoring",
      `is for servers that --provider ${namesOf(able, "or")} asks; ${namesOf(themselves, "and")} scores by itself`,
    ),
    ...mistakeIf(
      twice !== undefined,
      "model",
      `two files are called ${twice}, and results could not tell them apart: rename one`,
    ),
    ...(["baseUrl", "settings", "effort", "keyEnv"] as const).flatMap((option) => {
      const refusing = served.find(({ options }) => !options.includes(option));
      const message = refusing?.refusal ?? `${refusing?.name} takes none`;
      return mistakeIf(refusing !== undefined && given[option] !== undefined, option, message);
    }),
    ...mistakeIf(
      keyEnv !== undefined && baseUrl === undefined,
      "keyEnv",
      "is for the server that --base-url names; a vendor's own key is found without it",
    ),
  ];
}

/** What two model files in different folders are both called. */
function sameFileName({ model = [], provider }: Given): string | undefined {
  if (model.some((name) => vendorOf(name, provider) === undefined)) return undefined;
  const files = modelsOf(model, provider, "").filter(({ file }) => file !== undefined);
  return files.find((one, i) => files.slice(0, i).some((other) => other.model === one.model))?.model;
}
