import { type ModelSettings, settingNames } from "@promptnce/providers/vendors";
import { asFlag } from "../errors/as-flag.ts";
import type { ModelChoice } from "./model-provider.ts";

/** The command that starts a worker of a model with the settings of a run. */
export function workerCommand(
  store: string,
  { provider, model, file = model }: ModelChoice,
  settings: ModelSettings,
): string {
  const given = settingNames.flatMap((name) => {
    const value = settings[name];
    if (value === undefined || value === false) return [];
    return [asFlag(name, typeof value === "object" ? JSON.stringify(value) : value)];
  });
  const chosen = asFlag("model", `${provider}:${file}`);
  return ["promptnce worker", asFlag("store", store), chosen, ...given].join(" ");
}
