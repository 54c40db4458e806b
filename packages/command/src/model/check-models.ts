import { existsSync } from "node:fs";
import { isDatabase } from "@promptnce/engine/address";
import { vendorNamed } from "@promptnce/providers/vendors";
import type { GivenAsking } from "./given-model.ts";
import { chosenModels } from "./model-mistakes.ts";
import { type ModelChoice, modelOf } from "./model-provider.ts";

/**
 * Checks that the chosen models can be had, before anything is written: their names, the key of a
 * vendor or server, and that a file is there or a hub has it. Nothing is downloaded, and no model
 * is asked.
 *
 * @throws UsageError or ProviderError that says what is missing.
 */
export async function checkModels(
  given: Partial<GivenAsking>,
  choices: readonly ModelChoice[] = chosenModels(given),
): Promise<void> {
  for (const choice of choices) {
    if (choice.provider === "simulated") continue;
    const model = modelOf(given, choice);
    const { check, load } = vendorNamed(choice.provider);
    await (check === undefined ? load(model) : check(model));
  }
}

/**
 * {@link checkModels}, where no replies are kept yet: a run that goes on may have them all, and
 * need neither key nor file.
 */
export async function checkModelsOfNew(
  store: string,
  given: Partial<GivenAsking>,
  choices?: readonly ModelChoice[],
): Promise<void> {
  if (isDatabase(store) || existsSync(store)) return;
  await checkModels(given, choices);
}
