import { createHash } from "node:crypto";
import { structuredTemplates, templates } from "@promptnce/prompts";
import type { Totals } from "@promptnce/providers";
import packageJson from "../../package.json" with { type: "json" };
import type { Asked, Batch } from "./ask.ts";
import { isSimulated } from "../study/config.ts";
import type { Config } from "../study/config.ts";
import type { RunCost } from "./run-cost.ts";
import type { LeftOut } from "../study/experiment.ts";
import type { Study } from "../study/study.ts";

export interface ManifestParts {
  readonly config: Config;
  readonly studies: readonly Study[];
  readonly batches: readonly Batch[];
  readonly left: readonly LeftOut[];
  readonly asked: readonly Asked[];
  readonly counts: {
    /** Distinct questions of all experiments together. */
    readonly questions: number;
    /** Replies that this run added to the store. */
    readonly asked: number;
    readonly fromStore: number;
    /** Questions whose reply could not be read. */
    readonly unreadable: number;
  };
  /** Of the replies this run rests on, whenever they were paid for. */
  readonly totals: Totals;
  readonly cost: RunCost;
}

/** What a reader needs to know, and to make the same run again. No paths and no keys. */
export function manifest(parts: ManifestParts): object {
  const { config, studies, batches, asked, left, counts, totals, cost } = parts;
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
  const used = new Set(asked.flatMap((batch) => [...batch.templates]));
  return {
    program: { name: packageJson.name, version: packageJson.version },
    simulated: {
      respondent: isSimulated(config) || asked.some(({ rehearsed }) => rehearsed),
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
    providers: batches.map(({ subject, provider: { name, model } }, i) => {
      const { settings, leftOut = {} } = asked[i] ?? {};
      // What was asked for but not sent is never among the settings.
      const rejected = Object.keys(leftOut).length === 0 ? {} : { leftOut };
      return { subject, name, model, settings, ...rejected };
    }),
    datasets: studies.map(({ dataset: { name, task, labels, observations, sources } }) => {
      return { name, task, labels: labels.length, pairs: observations.length, sources };
    }),
    templates: [...templates, ...structuredTemplates]
      .filter(({ id, version }) => used.has(`${id}@${version}`))
      .map(({ id, version, body }) => ({ id, version, sha256: sha256(body) })),
    counts,
    totals,
    cost,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
