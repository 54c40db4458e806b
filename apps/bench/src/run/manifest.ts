import type { AskedManifest } from "@promptnce/providers/run";
import packageJson from "../../package.json" with { type: "json" };
import { isSimulated } from "../study/config.ts";
import type { Config } from "../study/config.ts";
import type { LeftOut } from "../study/experiment.ts";
import type { Study } from "../study/study.ts";

export interface ManifestParts {
  readonly config: Config;
  readonly studies: readonly Study[];
  readonly left: readonly LeftOut[];
  /** Whether the simulated server answered in a model's name. */
  readonly rehearsed: boolean;
  readonly asked: AskedManifest;
}

/** What a reader needs to know, and to make the same run again. No paths and no keys. */
export function manifest(parts: ManifestParts): object {
  const { config, studies, left, rehearsed, asked } = parts;
  const { providers, ...outcome } = asked;
  const {
    dataset,
    experiment,
    mode,
    methods,
    k,
    pairs,
    dev,
    seed,
    profile,
    settings,
    baseUrl,
    scoring,
    maxTokens,
    priceIn,
    priceOut,
  } = config;
  const models = config.models.map(({ provider, model }) => ({ provider, model }));
  return {
    program: { name: packageJson.name, version: packageJson.version },
    simulated: {
      respondent: isSimulated(config) || rehearsed,
      datasets: studies.filter((study) => study.dataset.simulated).map((study) => study.dataset.name),
    },
    run: {
      dataset,
      experiment: experiment ?? "all",
      mode,
      methods,
      k,
      pairs,
      dev,
      seed,
      profile,
      models,
      ...(settings && { settings }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(scoring !== undefined && { scoring }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(priceIn !== undefined && { priceIn, priceOut }),
    },
    leftOut: left,
    providers,
    datasets: studies.map(({ dataset: { name, task, labels, observations, sources } }) => {
      return { name, task, labels: labels.length, pairs: observations.length, sources };
    }),
    ...outcome,
  };
}
