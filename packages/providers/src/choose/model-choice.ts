import { basename } from "node:path";

/** Who serves models. */
export const vendors = ["anthropic", "openai", "llama"] as const;

type Vendor = (typeof vendors)[number];

/** A model and who serves it. */
export interface ModelChoice {
  readonly provider: Vendor | "simulated";
  readonly model: string;
  /** Where the model is, for `llama`; its name is the file's. */
  readonly file?: string;
}

/** `anthropic:NAME` names its vendor; any other name, colons and all, is served by --provider. */
export function vendorOf(name: string, provider: string | undefined): Vendor | undefined {
  return vendors.find((vendor) => name.startsWith(`${vendor}:`)) ?? vendors.find((vendor) => vendor === provider);
}

/** The models of these names, each once; the simulated respondent where there is none. */
export function modelsOf(names: readonly string[], provider: string | undefined, profile: string): ModelChoice[] {
  if (names.length === 0) return [{ provider: "simulated", model: profile }];
  const models = names.map((name): ModelChoice => {
    const vendor = vendorOf(name, provider) as Vendor;
    const model = name.replace(new RegExp(`^${vendor}:`), "");
    return vendor === "llama"
      ? { provider: vendor, model: basename(model, ".gguf"), file: model }
      : { provider: vendor, model };
  });
  return [...new Map(models.map((one) => [JSON.stringify(one), one])).values()];
}
