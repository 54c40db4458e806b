import { plan } from "@promptnce/core";
import type { Pmf, Trial } from "@promptnce/core";
import Papa from "papaparse";
import type { Job } from "../study/job.ts";
import type { ModelResults, Results } from "../study/results.ts";

const fields = [
  "dataset",
  "model",
  "provider",
  "k",
  "method",
  "pair",
  "x",
  "y",
  "conditional",
  "marginal",
  "pmi",
  "est_conditional",
  "est_marginal",
  "est_pmi",
  "status",
  "list",
  "sample",
  "est_other",
];

/**
 * One row per dataset, model, K, method, pair and sample, every digit kept. Estimates are as
 * elicited: a reported zero is 0 here and 1e-6 inside the logarithm of `est_pmi`; a part that could
 * not be read, or that the method does not take, is empty. `list` says which pairs (`evaluation`,
 * `development`, or a variant of the case study, which has no true values), `est_other` what the
 * open set left to unlisted labels. The fields of x are joined by ` / `; `pair` identifies them.
 */
export function estimatesCsv(results: Results, jobs: readonly Job[]): string {
  const data = results.models.flatMap((model) =>
    jobs.filter(({ method }) => !method.scored || model.scores).flatMap((job) => jobRows(model, job)),
  );
  // A short list is the start of a longer one, so that a pair may come more than once.
  const distinct = new Map(data.map((row) => [rowKey(row), row]));
  return `${Papa.unparse({ fields, data: [...distinct.values()] }, { newline: "\n" })}\n`;
}

type Row = readonly (string | number | undefined)[];

const identifying = ["dataset", "model", "provider", "k", "method", "pair", "list", "sample"];

function rowKey(row: Row): string {
  return JSON.stringify(identifying.map((name) => row[fields.indexOf(name)]));
}

function jobRows(model: ModelResults, job: Job): Row[] {
  const { subject, method, list, samples } = job;
  const other = otherOf(model, job);
  return [...Array(samples).keys()].flatMap((sample) =>
    model
      .outcomes(job, sample)
      .map(({ trial, estimate, status }) => [
        subject.name,
        model.model,
        model.provider,
        trial.candidates.length,
        method.id,
        trial.id,
        Object.values(trial.x).join(" / "),
        trial.y,
        ...truthOf(trial),
        estimate.conditional,
        estimate.marginal,
        estimate.pmi,
        status,
        list,
        sample,
        sample === 0 ? other(trial) : undefined,
      ]),
  );
}

/** What people did, where that is known. */
function truthOf(trial: Trial): (number | undefined)[] {
  const { conditional, marginal, pmi } = trial as Partial<Record<string, number>> & Trial;
  return [conditional, marginal, pmi];
}

/** OTHER mass of a trial, for a method that asks open sets. */
function otherOf(model: ModelResults, { subject, method, trials }: Job): (trial: Trial) => number | undefined {
  const run = { task: subject.task, estimators: [method.estimator], trials: trials.slice(0, 1) };
  if (![...plan([run])].some(({ kind }) => kind === "open")) return () => undefined;
  const ask = model.ask(subject);
  return ({ x, candidates }) => (ask({ kind: "open", x, candidates }) as Pmf | undefined)?.other;
}
