import type { Provider } from "@promptnce/core";
import type { WordingMode } from "@promptnce/prompts";
import { OptionError } from "@promptnce/core/errors";
import { modelCalls } from "@promptnce/engine";
import { wordingMode } from "../task/task-setup.ts";
import type { EstimatorOptions } from "./estimator-options.ts";
import { withEstimatorNames } from "./option-names.ts";

/**
 * The model, paced and with failed calls retried.
 *
 * @throws OptionError where the wordings do not go together with the model or the method, or a
 *   limit is no number above zero.
 */
export function askedModel(options: EstimatorOptions): Provider {
  const { model, concurrency, rpm, tpm, retries } = options;
  const mode = modeOf(options);
  if (mode === "tokens" || mode === "decisions") checkMode(options, mode);
  const pace = { rpm, tpm, ...(concurrency !== undefined && { concurrency }) };
  const retry = retries === undefined ? {} : { retries };
  return modelCalls({ pace, retry })(model);
}

/**
 * The mode that was given or, for a model that makes decisions alone, theirs.
 *
 * @throws OptionError where the model writes nothing, and another mode was given.
 */
export function modeOf({ model, mode }: EstimatorOptions): WordingMode {
  if (model.writes !== false) return mode ?? "faithful";
  if (mode === undefined || mode === "decisions") return "decisions";
  throw new OptionError(
    "mode",
    `${model.model} (${model.name}) makes decisions and writes no text; leave the mode out`,
  );
}

function checkMode({ model, method, k }: EstimatorOptions, mode: "tokens" | "decisions"): void {
  try {
    wordingMode({ structured: false, readFrom: mode, methods: method && [method], k });
  } catch (error) {
    throw withEstimatorNames(error);
  }
  if (mode === "tokens" ? model.distributes === true : model.decides !== undefined) return;
  const what = mode === "tokens" ? "gives no probabilities of tokens" : "makes no decisions";
  throw new OptionError("mode", `${model.model} (${model.name}) ${what}; choose another mode`);
}
