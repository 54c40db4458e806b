import { isBelowClamp, pmi, spearman, ZERO_CLAMP } from "@promptnce/core";
import { columns, type Value } from "@promptnce/report";
import type { Experiment } from "../../study/experiment.ts";
import { type Job, withKnowsNothing } from "../../study/job.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Setting, StudyTrial } from "../../study/study.ts";
import { pairsOf } from "../parts/method-lines.ts";
import { scoredText } from "../parts/scored-pairs.ts";

/** What is done to a reported P(y|x), given the smallest that was reported above zero. */
const treatments: readonly (readonly [id: string, title: string, of: (p: number, smallest: number) => number])[] = [
  ["floor_6", "At least 1e-6", (p) => Math.max(p, ZERO_CLAMP)],
  ["floor_smallest", "At least the smallest", (p, smallest) => Math.max(p, smallest)],
  ["floor_3", "At least 1e-3", (p) => Math.max(p, 1e-3)],
  ["floor_2", "At least 1e-2", (p) => Math.max(p, 1e-2)],
  ["decimals_2", "2 decimals", (p) => Number(p.toFixed(2))],
  ["decimals_3", "3 decimals", (p) => Number(p.toFixed(3))],
  ["digits_1", "1 digit", (p) => Number(p.toPrecision(1))],
  ["digits_2", "2 digits", (p) => Number(p.toPrecision(2))],
];

/** What ρ with PMI would be, had zeros counted as more or masses been said less finely: from stored answers alone. */
export const clampAndRounding: Experiment = {
  id: "clamp-and-rounding",
  title: "Sensitivity to the clamp and to rounding",
  missing: (setting) => (jobsOf(setting).length === 0 ? "no method of the run elicits a P(y|x)" : undefined),
  jobs: jobsOf,
  report: (results) => {
    const jobs = jobsOf(results);
    const table = {
      name: clampAndRounding.id,
      title: clampAndRounding.title,
      simulated: results.simulated(jobs.map(({ subject }) => subject)),
      columns: [
        ...["Dataset", "Model", "K", "Method", "Scored"].map((title) => ({ id: title.toLowerCase(), title })),
        ...columns({ zeros: "P(y|x) said to be 0", below: "Above 0, below 1e-6" }),
        ...columns({ rho: "ρ as reported" }, 3),
        ...treatments.map(([id, title]) => ({ id, title, digits: 3 })),
      ],
      rows: jobs.flatMap((job) => results.models.map((model) => rowOf(job, model))),
      notes: [
        "ρ with PMI where each reported P(y|x) is first raised to a least value, or rounded; P(y) stays as it was, and what is 0 after that counts as 1e-6. As reported: as in the table of end-to-end PMI, where its ± stands. The columns are of the same answers.",
        "A least value keeps order, and makes ties of what lies below: where it raises ρ of a method without zeros, its small P(y|x) rank worse than the base rate alone. The smallest is that which the method had in the row, above 0.",
      ],
    };
    return { tables: [table] };
  },
};

/** Jobs of the table of end-to-end PMI: nothing is asked that it does not ask. */
function jobsOf({ studies, config: { methods, k } }: Setting): Job<StudyTrial>[] {
  const elicited = methods.filter((id) => !/^(direct-pmi|identify|gem)/.test(id));
  return studies.flatMap((study) => withKnowsNothing(elicited.map((id) => study.job(id, { k }))));
}

function rowOf(job: Job<StudyTrial>, model: ModelResults): Value[] {
  const { subject, method, trials, k } = job;
  const scored = model
    .outcomes(job)
    // Who knows nothing has said no P(y|x), which is as good as any constant.
    .flatMap(({ trial, estimate: { conditional = 1, marginal = 1, pmi: own } }) =>
      own === undefined ? [] : [{ truth: trial.pmi, conditional, marginal, own }],
    );
  const truth = scored.map((pair) => pair.truth);
  const rho = (of: (pair: (typeof scored)[number]) => number): number => spearman(scored.map(of), truth);
  const smallest = Math.min(1, ...scored.map(({ conditional }) => conditional || 1));
  return [
    subject.name,
    model.label,
    trials[0]?.candidates.length ?? k,
    method.id,
    scoredText(pairsOf(job, "pmi")(model)),
    scored.filter(({ conditional }) => conditional === 0).length,
    scored.filter(({ conditional }) => isBelowClamp({ conditional })).length,
    rho(({ own }) => own),
    ...treatments.map(([, , of]) => rho(({ conditional, marginal }) => pmi(of(conditional, smallest), marginal))),
  ];
}
