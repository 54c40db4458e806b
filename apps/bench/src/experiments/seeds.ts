import { meanWithSem, standardError } from "@promptnce/core/resampling";
import { RESAMPLING, sharedRhos } from "@promptnce/core/scorecard";
import { columns, type Table } from "@promptnce/report";
import type { Config } from "../study/config.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { type Job, withBaselines } from "../study/job.ts";
import { entryOf, oncePer } from "../study/kept.ts";
import type { ModelResults, Results } from "../study/results.ts";
import { prepareStudy, type Study, type StudyTrial } from "../study/study.ts";

/**
 * Not in the paper: how much ρ varies with the random draws that a run makes once and its ± treats
 * as fixed.
 */
export const seeds: Experiment = {
  id: "seeds",
  title: "Spread between seeds: split, candidates and grounding drawn anew",
  byDefault: ({ seeds: count }) => count > 1,
  missing: ({ config }) => (config.seeds < 2 ? "it takes --seeds of 2 or more" : undefined),
  jobs: ({ studies, config }) =>
    studies.flatMap((study) => jobsOf(study, config).flat()).map(({ job }) => job),
  report: (results) => ({ tables: [table(results)] }),
};

function table({ studies, models, config, simulated }: Results): Table {
  const spreads = {
    mean: "ρ with PMI, mean",
    spread: "Standard deviation between seeds",
    least: "Least",
    most: "Most",
  };
  return {
    name: "seeds",
    title: seeds.title,
    simulated: simulated(studies.map(({ dataset }) => dataset)),
    columns: [
      ...columns({ dataset: "Dataset", row: "Method", method: "In estimates.csv" }),
      ...models.flatMap(({ suffix }) =>
        columns({ ...spreads, se: "± over pairs, first seed" }, 2, suffix),
      ),
    ],
    rows: studies.flatMap((study) =>
      jobsOf(study, config).map((drawn) => {
        const { title, id } = drawn[0]!.job.method;
        return [study.dataset.name, title, id, ...models.flatMap((model) => spread(drawn, model))];
      }),
    ),
    notes: [
      `${config.seeds} seeds, of which the first is that of the other tables; K = ${config.k}. Each has its own evaluation pairs, candidate sets and grounding examples, and so its own grounded base rates; dataset, wording and model are the same.`,
      "A spread well above ± shows that what a run draws once, such as its grounding, changes ρ more than the choice of pairs does.",
    ],
  };
}

/**
 * One model's ρ over all seeds: mean, standard deviation, minimum, maximum, and ± under the first.
 */
function spread(drawn: readonly DrawnJob[], model: ModelResults): (number | undefined)[] {
  const found = drawn.map(({ study, job }) => {
    const { frame } = study.scored("pmi");
    const columns = [model.column(job)];
    const options = { ...RESAMPLING, term: "pmi", unit: "pair" } as const;
    return sharedRhos({ ...frame, columns }, [0], options)?.rhos[0];
  });
  const rhos = Float64Array.from(found, (one) => one?.rho ?? Number.NaN);
  return [
    meanWithSem(rhos).mean,
    standardError(rhos),
    Math.min(...rhos),
    Math.max(...rhos),
    found[0]?.rhoError,
  ];
}

/** A job with the study of its seed. */
interface DrawnJob {
  readonly study: Study;
  readonly job: Job<StudyTrial>;
}

/** The studies of other seeds. */
const drawnAgain = oncePer<Study, Map<number, Study>>(() => new Map());

/** The jobs of all methods, one list per seed. */
function jobsOf(study: Study, { k, methods, ...config }: Config): DrawnJob[][] {
  const reseeded = Array.from({ length: config.seeds - 1 }, (_, i) =>
    entryOf(drawnAgain(study), i, () =>
      prepareStudy(study.dataset, { ...config, seed: `${config.seed}/${i + 2}` }),
    ),
  );
  const drawn = [study, ...reseeded].map((of, i) =>
    withBaselines(methods.map((id) => of.job(id, { k }))).map((job): DrawnJob => {
      return { study: of, job: i === 0 ? job : { ...job, list: `evaluation, seed ${i + 1}` } };
    }),
  );
  return drawn[0]!.map((_, m) => drawn.map((jobs) => jobs[m]!));
}
