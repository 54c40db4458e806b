import { type Observation, type Outcome, plan, type Pmf, type Trial } from "@promptnce/core";
import { inputText } from "../study/in-contexts.ts";
import type { Job } from "../study/job.ts";
import { entryOf } from "../study/kept.ts";
import type { ModelResults, Results } from "../study/results.ts";
import { type Cell, csvLine } from "./csv-line.ts";

/** The content of a row. The trial includes the human data if known. */
interface EstimateRow extends Omit<Outcome, "trial"> {
  readonly model: ModelResults;
  readonly job: Job;
  readonly sample: number;
  readonly trial: Trial & Partial<Observation>;
  /** The trial's mass on OTHER, for a method with open sets. */
  readonly other: number | undefined;
}

const columns: Readonly<Record<string, (of: EstimateRow) => Cell>> = {
  dataset: ({ job }) => job.subject.name,
  model: ({ model }) => model.model,
  provider: ({ model }) => model.provider,
  k: ({ trial }) => trial.candidates.length,
  method: ({ job }) => job.method.id,
  pair: ({ trial }) => trial.id,
  x: ({ trial }) => inputText(trial.x),
  y: ({ trial }) => trial.y,
  conditional: ({ trial }) => trial.conditional,
  marginal: ({ trial }) => trial.marginal,
  pmi: ({ trial }) => trial.pmi,
  est_conditional: ({ estimate }) => estimate.conditional,
  est_marginal: ({ estimate }) => estimate.marginal,
  est_pmi: ({ estimate }) => estimate.pmi,
  status: ({ status }) => status,
  list: ({ job }) => job.list,
  sample: ({ sample }) => sample,
  est_log_conditional: ({ estimate }) => estimate.logConditional,
  est_log_marginal: ({ estimate }) => estimate.logMarginal,
  flagged: ({ doubtful }) => (doubtful ? "true" : undefined),
  est_other: ({ sample, other }) => (sample === 0 ? other : undefined),
};
const fields = Object.keys(columns);
const valuesOf = Object.values(columns);

/**
 * One row per dataset, model, K, method, pair and sample, with full precision. Estimates are as
 * elicited: a reported zero is 0 here and 1e-6 inside the logarithm of `est_pmi`. A part that was
 * unreadable, or that the method does not use, is empty. GEM has logarithms in nats (`est_log_…`)
 * instead of probabilities. `list` names the set of pairs (`evaluation`, `development`,
 * `evaluation, seed 2` for `--seeds`, or a variant of the case study, which has no true values).
 * `flagged` is true if masses summed far from one, and `est_other` is the open set's mass for
 * unlisted labels. The fields of x are joined by ` / `; `pair` identifies them.
 */
export function* estimatesCsv(results: Results, jobs: readonly Job[]): Generator<string> {
  yield csvLine(fields);
  const written = new Map<string, Set<string>>();
  for (const model of results.models) {
    for (const job of jobs) {
      if (job.method.needs.scores && !model.scores) continue;
      const kind = JSON.stringify([
        model.provider,
        model.model,
        job.subject.name,
        job.method.id,
        job.list,
      ]);
      const writtenKeys = entryOf(written, kind, () => new Set<string>());
      let lines = "";
      for (const estimated of estimatesOf(model, job)) {
        const key = rowKey(estimated);
        // A short list is a prefix of a longer one, so a pair can occur more than once.
        if (writtenKeys.has(key)) continue;
        writtenKeys.add(key);
        lines += csvLine(valuesOf.map((valueOf) => valueOf(estimated)));
      }
      if (lines !== "") yield lines;
    }
  }
}

/** Identifies a row among those of one model, dataset, method and list. */
function rowKey({ trial, sample }: EstimateRow): string {
  return `${trial.candidates.length} ${sample} ${trial.id}`;
}

function* estimatesOf(model: ModelResults, job: Job): Generator<EstimateRow> {
  const otherOf = otherMass(model, job);
  for (let sample = 0; sample < job.samples; sample++) {
    for (const outcome of model.outcomes(job, sample)) {
      yield { ...outcome, model, job, sample, other: otherOf(outcome.trial) };
    }
  }
}

function otherMass(
  model: ModelResults,
  { subject, method, trials }: Job,
): (trial: Trial) => number | undefined {
  const run = { task: subject.task, estimators: [method.estimator], trials: trials.slice(0, 1) };
  if (![...plan([run])].some(({ kind }) => kind === "open")) return () => undefined;
  const ask = model.ask(subject);
  return ({ x, candidates }) => (ask({ kind: "open", x, candidates }) as Pmf | undefined)?.other;
}
