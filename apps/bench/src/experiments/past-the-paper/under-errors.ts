import { type Ask, canonicalNumber, marginalNames, type Query, spearman } from "@promptnce/core";
import { type ShapeName, syntheticWorld } from "@promptnce/datasets";
import { type Job, withKnowsNothing } from "../../study/job.ts";
import { canImply, prepareStudy, type Setting, type Study, type StudyTrial } from "../../study/study.ts";
import { idealAsk } from "../parts/ideal-ask.ts";
import { errorModels, erring, type Errors } from "./error-models.ts";

/** What every method is compared with: the paper's, with its own marginal. */
export const REFERENCE = "promptnce";

/** Draws of pairs, candidates, grounding and errors, and of a world another world. */
export const SEEDS = 20;

/** People whose labels are counted, unless it is said of how many. */
const COUNTS = 1000;

const ids = [
  // Each conditional, and who identifies, with every marginal.
  ...["direct-split", "marginalnce", "promptnce", "attenuated", "identify"].flatMap((name) =>
    marginalNames.map((marginal) => `${name}:${marginal}`),
  ),
  ...["marginalnce", "promptnce", "attenuated"].map((name) => `${name}+digits`),
];

/** P(y) is implied by P(y|x) alone, where a label has enough of them, and counted where somebody counts. */
export function methodsFor(study: Study, { config }: Setting): string[] {
  return ids.filter((id) => {
    if (id.endsWith(":counted")) return config.counts !== undefined;
    return !id.endsWith(":implied") || (id !== "identify:implied" && canImply(study, id, config));
  });
}

/** Of each method and each error model a figure a seed: ρ with PMI less the reference's, or of the reference ρ itself. */
export function underErrors(study: Study, { studies, config: { counts = COUNTS, ...run } }: Setting) {
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
