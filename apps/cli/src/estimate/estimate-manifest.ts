import type { Provider } from "@promptnce/core";
import { thisProgram } from "../terminal/this-program.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import type { Prepared } from "./prepare.ts";
import type { SummaryFacts } from "../rows/summary/summary.ts";

export interface EstimateManifestParts {
  readonly prepared: Prepared;
  readonly options: EstimateOptions;
  /** As it asked, with the settings it sent. */
  readonly provider: Provider;
  readonly facts: SummaryFacts;
  /** `id@version` of the templates that were used. */
  readonly templates: ReadonlySet<string>;
}

/** What a reader needs to know, and to make the same run again. No paths, no keys, no rows. */
export function estimateManifest(parts: EstimateManifestParts): object {
  const { prepared, options, provider, facts, templates } = parts;
  const { name, model, settings } = provider;
  const { rows, inputs, repeated, labels, questions, stored, again, cost } = facts;
  return {
    program: thisProgram(),
    simulated: facts.simulated ? facts.respondent : false,
    run: {
      task: prepared.task.name,
      fields: prepared.task.fields,
      ...(prepared.task.definition && { definition: prepared.task.definition }),
      mode: options.mode,
      ...(options.given.top !== undefined && { top: options.given.top }),
      methods: prepared.methods.map(({ id }) => id),
      structured: options.given.structured ?? false,
      k: prepared.k,
      seed: prepared.seed,
    },
    data: { rows, inputs, repeated, labels },
    provider: { name, model, settings },
    templates: [...templates].toSorted(),
    counts: { questions, fromStore: stored, again },
    ...(cost !== undefined && { cost }),
  };
}
