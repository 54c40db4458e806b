import type { AskedManifest } from "@promptnce/providers/run";
import { thisProgram } from "../terminal/this-program.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import type { Prepared } from "./prepare.ts";
import type { SummaryFacts } from "@promptnce/rows";

export interface EstimateManifestParts {
  readonly prepared: Prepared;
  readonly options: EstimateOptions;
  readonly facts: SummaryFacts;
  readonly asked: AskedManifest;
}

/** What a reader needs to know, and to make the same run again. No paths, no keys, no rows. */
export function estimateManifest({ prepared, options, facts, asked }: EstimateManifestParts): object {
  const { rows, inputs, repeated, labels } = facts;
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
    ...asked,
  };
}
