import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { namesOf, vendors } from "../vendors/vendors.ts";
import { modelsOf, vendorOf } from "./model-choice.ts";

/** What a command line says of who is asked. */
export interface GivenModels {
  readonly provider?: string | undefined;
  readonly model: readonly string[];
  readonly baseUrl?: string | undefined;
  readonly scoring?: string | undefined;
  readonly settings?: unknown;
  readonly keyEnv?: string | undefined;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly timeout?: number | undefined;
  readonly budget?: number | undefined;
  readonly priceIn?: number | undefined;
  readonly priceOut?: number | undefined;
  /** Whether batches are to be asked. */
  readonly batch?: boolean | undefined;
}

/** An option by its name as a property, and what is wrong with it. */
export type ModelMistake = readonly [option: keyof GivenModels, message: string];

const ofModelsOnly = ["baseUrl", "scoring", "settings", "keyEnv", "rpm", "tpm", "timeout", "budget"] as const;

/** What does not go together in the options that choose who is asked; empty where all does. */
export function modelMistakes(given: GivenModels): ModelMistake[] {
  const none = given.model.length === 0;
  const simulated = given.provider === "simulated" || (given.provider === undefined && none);
  return [
    ...namesMistakes(given, simulated),
    ...priceMistakes(given),
    ...batchMistakes(given, simulated),
    ...(simulated ? simulatedMistakes(given) : serverMistakes(given)),
    ...timeoutMistakes(given),
  ];
}

function namesMistakes({ provider, model }: GivenModels, simulated: boolean): ModelMistake[] {
  if (provider === "simulated" && model.length > 0) {
    return [["model", "the simulated respondent is no model: choose its --profile, or name another --provider"]];
  }
  if (!simulated && model.length === 0) {
    return [["model", `--provider ${provider} needs the name of a model`]];
  }
  const vague = model.find((name) => vendorOf(name, provider) === undefined);
  return vague === undefined
    ? []
    : [
        [
          "model",
          `who serves ${vague}? Say --provider ${vendors.map(({ name }) => name).join(" or ")}, or ${vendors[0]?.name}:${vague}`,
        ],
      ];
}

function priceMistakes({ priceIn, priceOut }: GivenModels): ModelMistake[] {
  if ((priceIn === undefined) === (priceOut === undefined)) return [];
  const missing = priceIn === undefined ? "priceIn" : "priceOut";
  return [[missing, "a price for input needs one for output, and the other way round"]];
}

function batchMistakes({ batch, provider, model }: GivenModels, simulated: boolean): ModelMistake[] {
  const without = simulated || servedBy(model, provider).some((vendor) => vendor.batch === undefined);
  if (batch !== true || !without) return [];
  const able = namesOf(
    vendors.filter((vendor) => vendor.batch),
    "and",
  );
  return [["batch", `is for models of ${able}, or servers that speak like them`]];
}

/** In seconds: a timer that is set to more than 2³¹ − 1 ms goes off at once. */
const LONGEST_TIMEOUT = 2_147_483;

function timeoutMistakes({ timeout }: GivenModels): ModelMistake[] {
  if (timeout === undefined || timeout <= LONGEST_TIMEOUT) return [];
  return [["timeout", `at most ${LONGEST_TIMEOUT} seconds, which are 24 days`]];
}

function simulatedMistakes(given: GivenModels): ModelMistake[] {
  return ofModelsOnly.flatMap((option): ModelMistake[] =>
    given[option] === undefined
      ? []
      : [[option, "the simulated respondent takes none: name a --provider and a --model"]],
  );
}

/** Who serves the models whose vendor is known. */
function servedBy(models: readonly string[], provider: string | undefined): VendorDescriptor[] {
  return models.map((name) => vendorOf(name, provider)).filter((vendor) => vendor !== undefined);
}

function serverMistakes(given: GivenModels): ModelMistake[] {
  const served = servedBy(given.model, given.provider);
  const mistakes: ModelMistake[] = [];
  if (given.baseUrl !== undefined && !isHttp(given.baseUrl)) {
    mistakes.push([
      "baseUrl",
      `${given.baseUrl} is no address of a server: it begins with http:// or https://, as http://localhost:8000/v1`,
    ]);
  }
  if (given.baseUrl !== undefined && holdsSecret(given.baseUrl)) {
    mistakes.push([
      "baseUrl",
      "an address is recorded, so no user, password or query may stand in it; name the variable with the key with --key-env",
    ]);
  }
  if (given.scoring !== undefined && given.baseUrl === undefined) {
    mistakes.push(["scoring", "say with --base-url which server scores"]);
  }
  if (given.scoring !== undefined && served.some(({ options }) => !options.includes("scoring"))) {
    const able = vendors.filter(({ options }) => options.includes("scoring"));
    const themselves = vendors.filter(({ scores }) => scores);
    mistakes.push([
      "scoring",
      `is for servers that --provider ${namesOf(able, "or")} asks; ${namesOf(themselves, "and")} scores by itself`,
    ]);
  }
  const twice = sameFileName(given);
  if (twice !== undefined) {
    mistakes.push(["model", `two files are called ${twice}, and results could not tell them apart: rename one`]);
  }
  for (const option of ["baseUrl", "settings", "keyEnv"] as const) {
    const refusing = served.find(({ options }) => !options.includes(option));
    if (refusing !== undefined && given[option] !== undefined) {
      mistakes.push([option, refusing.refusal ?? `${refusing.name} takes none`]);
    }
  }
  return mistakes;
}

/** What two model files in different folders are both called. */
function sameFileName({ model, provider }: GivenModels): string | undefined {
  if (model.some((name) => vendorOf(name, provider) === undefined)) return undefined;
  const files = modelsOf(model, provider, "").filter(({ file }) => file !== undefined);
  return files.find((one, i) => files.slice(0, i).some((other) => other.model === one.model))?.model;
}

/** Whether a server can be asked there; `localhost:8000/v1` is a URL too, of the protocol `localhost:`. */
function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Whether an address that is recorded would give something away. */
function holdsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search } = new URL(address);
  return username !== "" || password !== "" || search !== "";
}
