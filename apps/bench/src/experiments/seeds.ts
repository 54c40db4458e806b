import { rankedColumn } from "@promptnce/core/correlation";
import {
  meanWithSem,
  rankCorrelation,
  replicated,
  standardError,
} from "@promptnce/core/resampling";
import { columns, type Table } from "@promptnce/report";
import type { Config } from "../study/config.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { type Job, withBaselines } from "../study/job.ts";
import { entryOf, oncePer } from "../study/kept.ts";
import type { ModelResults, Results } from "../study/results.ts";
import { prepareStudy, type Study, type StudyTrial } from "../study/study.ts";
import { REPLICATES } from "../scoring/marked-statistics.ts";
import { isEnough } from "../scoring/score-block.ts";

/**
 * Not in the paper: how much ρ varies with the random draws that a run makes once and its ± treats
 * as fixed.
 */
export const seeds: Experiment = {
  id: "seeds",
  title: "Spread between seeds: split, candidates and grounding drawn anew",
  byDefault: ({ seeds: count }) => count > 1,
  missing: ({ config }) => (config.seeds < 2 ? "it takes --seeds of 2 or more" : undefined),
  jobs: ({ studies, config }) => studies.flatMap((study) => jobsOf(study, config).flat()),
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
      jobsOf(study, config).map((jobs) => {
        const { title, id } = jobs[0]!.method;
        return [
          study.dataset.name,
          title,
          id,
          ...models.flatMap((model) => spread(jobs, model, study.seed)),
        ];
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
function spread(
  jobs: readonly Job<StudyTrial>[],
  model: ModelResults,
  seed: string,
): (number | undefined)[] {
  const drawn = jobs.map((job) => {
    const { pmi } = model.column(job);
    const places = Uint32Array.from(pmi.keys().filter((i) => !Number.isNaN(pmi[i])));
    const truth = Float64Array.from(job.trials, (trial) => trial.pmi);
    const ofEstimates = rankedColumn(pmi, places);
    return {
      places,
      pairs: pmi.length,
      rho: rankCorrelation(ofEstimates, rankedColumn(truth, places)),
    };
  });
  const rhos = Float64Array.from(drawn, ({ rho, pairs }) => rho(new Uint32Array(pairs).fill(1)));
  const { places, pairs, rho } = drawn[0]!;
  const [first] = replicated([rho], pairs, { seed, replicates: REPLICATES });
  return [
    meanWithSem(rhos).mean,
    standardError(rhos),
    Math.min(...rhos),
    Math.max(...rhos),
    isEnough(places.length, pairs) ? standardError(first!.replicates) : undefined,
  ];
}

/** The studies of other seeds. */
const drawnAgain = oncePer<Study, Map<number, Study>>(() => new Map());

/** The jobs of all methods, one list per seed. */
function jobsOf(study: Study, { k, methods, ...config }: Config): Job<StudyTrial>[][] {
  const reseeded = Array.from({ length: config.seeds - 1 }, (_, i) =>
    entryOf(drawnAgain(study), i, () =>
      prepareStudy(study.dataset, { ...config, seed: `${config.seed}/${i + 2}` }),
    ),
  );
  const [first = [], ...drawn] = [study, ...reseeded].map((of) =>
    withBaselines(methods.map((id) => of.job(id, { k }))),
  );
  const listed = drawn.map((jobs, i) =>
    jobs.map((job) => ({ ...job, list: `evaluation, seed ${i + 2}` })),
  );
  return first.map((job, m) => [job, ...listed.map((jobs) => jobs[m]!)]);
}
