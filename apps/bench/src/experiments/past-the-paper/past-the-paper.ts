import { canonicalNumber, holm, marginalNames, meanInterval, meanWithSem, spearman } from "@promptnce/core";
import type { Ask, Query } from "@promptnce/core";
import { type ShapeName, syntheticWorld } from "@promptnce/datasets";
import { columns, type Measured, type Table } from "@promptnce/report";
import { isSimulated } from "../../study/config.ts";
import type { Experiment } from "../../study/experiment.ts";
import { type Job, withKnowsNothing } from "../../study/job.ts";
import type { Results } from "../../study/results.ts";
import { canImply, prepareStudy, type Setting, type Study, type StudyTrial } from "../../study/study.ts";
import { idealAsk } from "../parts/ideal-ask.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";
import { errorModels, erring, type Errors } from "./error-models.ts";

/** What every method is compared with: the paper's, with its own marginal. */
const REFERENCE = "promptnce";

/** Draws of pairs, candidates, grounding and errors, and of a world another world. */
export const SEEDS = 20;

const ids = [
  // Each conditional, and who identifies, with every marginal.
  ...["direct-split", "marginalnce", "promptnce", "attenuated", "identify"].flatMap((name) =>
    marginalNames.map((marginal) => `${name}:${marginal}`),
  ),
  ...["marginalnce", "promptnce", "attenuated"].map((name) => `${name}+digits`),
];

const asked = rankExperiment({
  id: "past-the-paper",
  title: "Every marginal with every conditional",
  blocks: (study, setting) => {
    const methods = methodsFor(study, setting);
    const { lines, ...block } = pmiBlock(study, methodLines(study, { methods, k: setting.config.k, term: "pmi" }));
    // The marginals of one conditional are compared: among all pairs of some fifty methods nothing would be resolved.
    const byConditional = Map.groupBy(lines, ({ method }) => method.replace(/[:+].*/, ""));
    return Array.from(byConditional.values(), (own) => ({ ...block, lines: own }));
  },
  notes: () => [
    "Spearman's ρ between estimated and true PMI, ± bootstrap standard error. A block is one conditional with every marginal.",
  ],
});

/** A model is asked; where nobody but the simulated respondent is, those of the error models stand in for it. */
export const pastThePaper: Experiment = {
  ...asked,
  byDefault: () => false,
  jobs: (setting) => (isSimulated(setting.config) ? [] : asked.jobs(setting)),
  report: (results) => (isSimulated(results.config) ? { tables: [table(results)] } : asked.report(results)),
};

/** Each method less the reference under each error model, of all datasets in one family. */
function table(results: Results): Table {
  const methods = results.studies.map((study) => underErrors(study, results));
  const compared = methods.flat().filter(({ method }) => method.id !== REFERENCE);
  const all = compared.flatMap(({ figures }) => figures);
  const adjusted = holm(all.map((figures) => meanInterval(figures).p));
  const p = new Map<readonly number[], number>(all.map((figures, i) => [figures, adjusted[i]!]));
  const cell = (figures: readonly number[]): Measured => {
    const { mean: value, sem: standardError } = meanWithSem(figures);
    const mark = p.get(figures)! < 0.05 ? value > 0 && ("best" as const) : p.has(figures) && ("tied" as const);
    return { value, standardError, ...(mark && { mark }) };
  };
  const rowOf = ({ dataset, method, figures }: (typeof compared)[number]) => {
    const own = figures.map(cell);
    const better = own.filter(({ mark }) => mark === "best").length;
    const worse = own.filter(({ value, mark }) => mark === undefined && value < 0).length;
    const title = method.id === REFERENCE ? `${method.title}: ρ itself` : method.title;
    return { lead: better - worse, row: [dataset, title, better, worse, ...own] };
  };
  const rows = methods.flatMap((of) => of.map(rowOf).toSorted((a, b) => b.lead - a.lead)).map(({ row }) => row);
  const datasets = results.studies.map(({ dataset }) => dataset);
  const simulated = ["The answers are those of error models, not of a language model."];
  return {
    name: asked.id,
    title: asked.title,
    simulated: simulated.concat(results.simulated(datasets, "nobody") ?? []).join(" "),
    columns: [
      ...columns({ dataset: "Dataset", row: "Method", better: "Better", worse: "Worse" }),
      ...columns(Object.fromEntries(Object.keys(errorModels).map((errors) => [errors, errors])), 3),
    ],
    rows,
    notes: [
      `ρ with PMI, less that of PromptNCE with its grounded marginal: the mean over ${SEEDS} seeds, ± its standard error. Each seed draws pairs, candidates, grounding and errors anew, and of a world another world; K = ${results.config.k}. A paired 95 % interval reaches 2.09 ± to either side (Student's t).`,
      `Bold: better; ≈: not told apart; else worse; ordered by how often. p < .05 by Holm's correction over all ${all.length} differences of this table.`,
    ],
  };
}

/** P(y) is implied by P(y|x) alone, where a label has enough of them, and counted where somebody counts. */
export function methodsFor(study: Study, { config }: Setting): string[] {
  return ids.filter((id) => {
    if (id.endsWith(":counted")) return config.counts !== undefined;
    return !id.endsWith(":implied") || (id !== "identify:implied" && canImply(study, id, config));
  });
}

/** Of each method and each error model a figure a seed: ρ with PMI less the reference's, or of the reference ρ itself. */
export function underErrors(study: Study, { studies, config: { counts = 1000, ...run } }: Setting) {
  const { name, task } = study.dataset;
  const setting = { studies, config: { ...run, counts } };
  // These respondents are grounded or not: it is one base rate to them.
  const wanted = methodsFor(study, setting).filter((id) => !id.endsWith(":ungrounded"));
  const draws = Array.from({ length: SEEDS }, (_, i) => {
    const config = { ...setting.config, seed: `${run.seed}/${i + 1}` };
    const isWorld = name === `synthetic-${task}`;
    const drawn = prepareStudy(isWorld ? syntheticWorld(task as ShapeName, config.seed) : study.dataset, config);
    const jobs = withKnowsNothing(wanted.map((id) => drawn.job(id, { k: config.k })));
    // Of those who know nothing else, the ones with a P(y) of its own name: not once more for each way to imply it.
    return { drawn, jobs: jobs.filter(({ method }) => !/^nothing:.*[/+]/.test(method.id)) };
  });
  const rhos = Object.values(errorModels).map((errors) => draws.map(({ drawn, jobs }) => rhosOf(drawn, jobs, errors)));
  const methods = draws[0]!.jobs.map(({ method }) => method);
  const reference = methods.findIndex(({ id }) => id === REFERENCE);
  return methods.map((method, m) => {
    const figure = (of: readonly number[]): number => (m === reference ? of[m]! : of[m]! - of[reference]!);
    return { dataset: name, method, figures: rhos.map((bySeed) => bySeed.map(figure)) };
  });
}

function rhosOf({ dataset, seed }: Study, jobs: readonly Job<StudyTrial>[], errors: Errors): number[] {
  const ask = remembered(erring(idealAsk(dataset), errors, seed));
  return jobs.map(({ method, trials }) => {
    const pool = { trials, ask };
    const estimates = trials.map((trial) => method.estimator(trial, ask, pool).pmi!);
    const truth = trials.map(({ pmi }) => pmi);
    return canonicalNumber(spearman(estimates, truth));
  });
}

/** Answers a question once for all methods that ask it, as a store would; by what it is about and not by its text. */
function remembered(ask: Ask): Ask {
  const known = new Map<unknown, Map<unknown, Map<unknown, unknown>>>();
  return ((query: Query) => {
    const [x, of] = ["x" in query && query.x, "y" in query ? query.y : query.candidates];
    const ofKind = known.get(query.kind) ?? new Map<unknown, Map<unknown, unknown>>();
    const own = ofKind.get(x) ?? new Map<unknown, unknown>();
    if (!own.has(of)) {
      own.set(of, ask(query as never));
      known.set(query.kind, ofKind.set(x, own));
    }
    return own.get(of);
  }) as Ask;
}
