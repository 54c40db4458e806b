import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { namesOf, vendors } from "../vendors/vendors.ts";
import { modelsOf, vendorOf } from "./model-choice.ts";
import type { ModelOptions } from "./model-provider.ts";

const ofModelsOnly = ["baseUrl", "scoring", "settings", "keyEnv", "rpm", "tpm", "timeout", "budget"] as const;

/** What a command line says of who is asked. */
export interface GivenModels extends Partial<
  Pick<ModelOptions, (typeof ofModelsOnly)[number] | "priceIn" | "priceOut">
> {
  readonly provider?: string | undefined;
  readonly model: readonly string[];
  /** Whether batches are to be asked. */
  readonly batch?: boolean | undefined;
}

/** An option by its name as a property, and what is wrong with it. */
export type ModelMistake = readonly [option: keyof GivenModels, message: string];

/** In seconds: a timer that is set to more than 2³¹ − 1 ms goes off at once. */
const LONGEST_TIMEOUT = 2_147_483;

/** What does not go together in the options that choose who is asked; empty where all does. */
export function modelMistakes(given: GivenModels): ModelMistake[] {
  const { provider, model, priceIn, priceOut, batch, timeout = 0 } = given;
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
    ...(simulated ? simulatedMistakes(given) : serverMistakes(given)),
    ...mistakeIf(timeout > LONGEST_TIMEOUT, "timeout", `at most ${LONGEST_TIMEOUT} seconds, which are 24 days`),
  ];
}

function mistakeIf(wrong: boolean, ...mistake: ModelMistake): ModelMistake[] {
  return wrong ? [mistake] : [];
}

/** Who serves the models whose vendor is known. */
function servedBy({ model, provider }: GivenModels): VendorDescriptor[] {
  return model.map((name) => vendorOf(name, provider)).filter((vendor) => vendor !== undefined);
}

function namesMistakes({ provider, model }: GivenModels, simulated: boolean): ModelMistake[] {
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

function simulatedMistakes(given: GivenModels): ModelMistake[] {
  return ofModelsOnly.flatMap((option) =>
    mistakeIf(
      given[option] !== undefined,
      option,
      "the simulated respondent takes none: name a --provider and a --model",
    ),
  );
}

function serverMistakes(given: GivenModels): ModelMistake[] {
  const { baseUrl, scoring } = given;
  const served = servedBy(given);
  const address = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // `localhost:8000/v1` is a URL too, of the protocol `localhost:`.
  const isHttp = address !== undefined && /^https?:$/.test(address.protocol);
  const holdsSecret = address !== undefined && address.username + address.password + address.search !== "";
  const able = vendors.filter(({ options }) => options.includes("scoring"));
  const themselves = vendors.filter(({ scores }) => scores);
  const twice = sameFileName(given);
  return [
    ...mistakeIf(
      baseUrl !== undefined && !isHttp,
      "baseUrl",
      `${baseUrl} is no address of a server: it begins with http:// or https://, as http://localhost:8000/v1`,
    ),
    ...mistakeIf(
      holdsSecret,
      "baseUrl",
      "an address is recorded, so no user, password or query may stand in it; name the variable with the key with --key-env",
    ),
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
    ...(["baseUrl", "settings", "keyEnv"] as const).flatMap((option) => {
      const refusing = served.find(({ options }) => !options.includes(option));
      const message = refusing?.refusal ?? `${refusing?.name} takes none`;
      return mistakeIf(refusing !== undefined && given[option] !== undefined, option, message);
    }),
  ];
}

/** What two model files in different folders are both called. */
function sameFileName({ model, provider }: GivenModels): string | undefined {
  if (model.some((name) => vendorOf(name, provider) === undefined)) return undefined;
  const files = modelsOf(model, provider, "").filter(({ file }) => file !== undefined);
  return files.find((one, i) => files.slice(0, i).some((other) => other.model === one.model))?.model;
}
