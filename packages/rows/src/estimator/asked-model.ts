import type { Provider } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import { paced, retried } from "@promptnce/engine";
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
  if (options.mode === "tokens") checkTokens(options);
  const pace = { rpm, tpm, ...(concurrency !== undefined && { concurrency }) };
  return retried(paced(model, pace), retries === undefined ? {} : { retries });
}

function checkTokens({ model, method, k }: EstimatorOptions): void {
  try {
    wordingMode({ structured: false, readFrom: "tokens", methods: method && [method], k });
  } catch (error) {
    throw withEstimatorNames(error);
  }
  if (model.distributes === true) return;
  throw new OptionError(
    "mode",
    `${model.model} (${model.name}) gives no probabilities of tokens; choose another mode`,
  );
}
