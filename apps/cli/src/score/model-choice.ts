import type { ModelOptions } from "./model-options.ts";
import { UsageError } from "./usage-error.ts";

const vendors = ["anthropic", "openai", "llama"] as const;

/** Who is asked: a vendor's model, or the simulated respondent. */
export interface ModelChoice {
  readonly provider: (typeof vendors)[number] | "simulated";
  readonly model: string;
}

/**
 * The model that the options name; the simulated respondent where they name none.
 *
 * @throws UsageError where a model has no provider or the other way round, or a price is alone.
 */
export function modelChoice(options: ModelOptions): ModelChoice {
  const { provider, model, profile, priceIn, priceOut } = options;
  if ((priceIn === undefined) !== (priceOut === undefined)) {
    throw new UsageError("--price-in and --price-out belong together: give both");
  }
  if (model === undefined) {
    if (provider !== undefined && provider !== "simulated") {
      throw new UsageError(`--provider ${provider} needs the name of a --model`);
    }
    return { provider: "simulated", model: profile };
  }
  const prefix = vendors.find((vendor) => model.startsWith(`${vendor}:`));
  if (prefix !== undefined) return { provider: prefix, model: model.slice(prefix.length + 1) };
  if (provider === "simulated") {
    throw new UsageError("the simulated respondent is no model: choose its --profile, or name another --provider"); // prettier-ignore
  }
  if (provider !== undefined) return { provider, model };
  throw new UsageError(`who serves ${model}? Say --provider anthropic, openai or llama, or openai:${model}`); // prettier-ignore
}
