import { spearman } from "@promptnce/core/correlation";
import { isBelowClamp, pmi, ZERO_CLAMP } from "@promptnce/core/information";
import { columns, type Value } from "@promptnce/report";
import type { Experiment } from "../../scoring/experiment.ts";
import { type Job, withBaselines } from "../../study/job.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, StudyTrial } from "../../study/study.ts";
import { scoredTextOf } from "../../scoring/scored-text.ts";
import { zerosAsWritten } from "./zeros-as-written.ts";

/**
 * A reported P(y|x) as it is used, and with a zero in a set replaced by the value that it may have
 * been rounded from.
 */
interface ReportedConditional {
  readonly p: number;
  readonly written: number;
}

/** The adjustment of a reported P(y|x), given the smallest reported value above zero. */
const treatments: readonly (readonly [
  id: string,
  title: string,
  of: (reported: ReportedConditional, smallest: number) => number,
])[] = [
  ["floor_6", "At least 1e-6", ({ p }) => Math.max(p, ZERO_CLAMP)],
  ["floor_smallest", "At least the smallest", ({ p }, smallest) => Math.max(p, smallest)],
  ["as_written", "Zeros as written", ({ written }, smallest) => written || smallest / 2],
  ["floor_3", "At least 1e-3", ({ p }) => Math.max(p, 1e-3)],
  ["floor_2", "At least 1e-2", ({ p }) => Math.max(p, 1e-2)],
  ["decimals_2", "2 decimals", ({ p }) => Number(p.toFixed(2))],
  ["decimals_3", "3 decimals", ({ p }) => Number(p.toFixed(3))],
  ["digits_1", "1 digit", ({ p }) => Number(p.toPrecision(1))],
  ["digits_2", "2 digits", ({ p }) => Number(p.toPrecision(2))],
];

/**
 * The ρ with PMI if zeros were replaced by larger values or masses were rounded more coarsely,
 * computed from stored replies alone.
 */
export const clampAndRounding: Experiment = {
  id: "clamp-and-rounding",
  title: "Sensitivity to the clamp and to rounding",
  missing: (setting) =>
    jobsOf(setting).length === 0 ? "no method of the run elicits a P(y|x)" : undefined,
  jobs: jobsOf,
  report: (results) => {
    const jobs = jobsOf(results);
    const table = {
      name: clampAndRounding.id,
      title: clampAndRounding.title,
      simulated: results.simulated(jobs.map(({ subject }) => subject)),
      columns: [
        ...columns({ dataset: "Dataset", model: "Model", k: "K", method: "Method" }),
        ...columns({
          scored: "Scored",
          zeros: "P(y|x) said to be 0",
          below: "Above 0, below 1e-6",
        }),
        ...columns({ rho: "ρ as reported" }, 3),
        ...treatments.map(([id, title]) => ({ id, title, digits: 3 })),
      ],
      rows: jobs.flatMap((job) => results.models.map((model) => rowOf(job, model))),
      notes: [
        "ρ with PMI where each reported P(y|x) is first raised to a least value, or rounded. P(y) is unchanged, and a remaining 0 counts as 1e-6. As reported: the ρ of the table of end-to-end PMI, which has its ±. All columns use the same answers.",
        "A least value keeps the order, but ties everything below it. If it raises the ρ of a method without zeros, that method's small P(y|x) rank worse than the base rate alone. The smallest is the method's lowest value above 0 in the row.",
        "Zeros as written: a 0 in a set counts as half of the last digit in its reply, the most that it can have been: 0.005 beside 0.25. If the reply has no decimals, it counts as half of the smallest value.",
      ],
    };
    return { tables: [table] };
  },
};

/** The jobs of the end-to-end PMI table; no further questions are added. */
function jobsOf({ studies, config: { methods, k } }: Setting): Job<StudyTrial>[] {
  const elicited = methods.filter((id) => !/^(direct-pmi|gem)/.test(id));
  return studies.flatMap((study) => withBaselines(elicited.map((id) => study.job(id, { k }))));
}

function rowOf(job: Job<StudyTrial>, model: ModelResults): Value[] {
  const { subject, method, trials, k } = job;
  const scored = scoredOf(job, model);
  const truth = scored.map((pair) => pair.truth);
  const rho = (of: (pair: (typeof scored)[number]) => number): number =>
    spearman(scored.map(of), truth);
  const smallest = Math.min(1, ...scored.map(({ p }) => p || 1));
  return [
    subject.name,
    model.label,
    trials[0]?.candidates.length ?? k,
    method.id,
    scoredTextOf(
      model
        .outcomes(job)
        .map(({ estimate, doubtful }) => ({ estimate: estimate.pmi, flagged: doubtful })),
    ),
    scored.filter(({ p }) => p === 0).length,
    scored.filter(({ p }) => isBelowClamp({ conditional: p })).length,
    rho(({ own }) => own),
    ...treatments.map(([, , of]) => rho((pair) => pmi(of(pair, smallest), pair.marginal))),
  ];
}

/** The pairs that have a PMI, with its terms. A method without a term gets the constant 1. */
function scoredOf(job: Job<StudyTrial>, model: ModelResults) {
  const { subject, method, trials } = job;
  const ask = zerosAsWritten(model.stored(subject));
  const group = { trials, ask };
  return model.outcomes(job).flatMap(({ trial, estimate }) => {
    const { conditional: p = 1, marginal = 1, pmi: own } = estimate;
    if (own === undefined) return [];
    const written = p === 0 ? method.estimator(trial, ask, group).conditional : p;
    return [{ truth: trial.pmi, p, written: written ?? 0, marginal, own }];
  });
}
