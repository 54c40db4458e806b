import { type ModelChoice, modelMistakes, modelsOf, UsageError } from "@promptnce/providers/choose";
import type { ModelOptions } from "./model-options.ts";

/**
 * The model that the options name; the simulated respondent where they name none.
 *
 * @throws UsageError where the options do not go together.
 */
export function modelChoice(options: ModelOptions): ModelChoice {
  const { provider, model, profile } = options;
  const names = model === undefined ? [] : [model];
  const [mistake] = modelMistakes({ ...options, model: names });
  if (mistake !== undefined) {
    const [option, message] = mistake;
    throw new UsageError(`--${option.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}: ${message}`);
  }
  return modelsOf(names, provider, profile)[0] as ModelChoice;
}
