import { type Ask, canonicalNumber, marginalNames, type Query, spearman } from "@promptnce/core";
import { type ShapeName, syntheticWorld } from "@promptnce/datasets";
import type { Config } from "../../study/config.ts";
import { type Job, withKnowsNothing } from "../../study/job.ts";
import { canImply, prepareStudy, type Setting, type Study, type StudyTrial } from "../../study/study.ts";
import { idealAsk } from "../parts/ideal-ask.ts";
import { errorModels, erring } from "./error-models.ts";

/** What every method is compared with: the paper's, with its own marginal. */
export const REFERENCE = "promptnce";

/** Draws of pairs, candidates, grounding and errors, and of a world another world. */
export const SEEDS = 20;

/** The direct, the closed and the open conditional and who identifies, with every marginal. */
const ids = ["direct-split", "marginalnce", "promptnce", "identify"].flatMap((name) =>
  marginalNames.map((marginal) => `${name}:${marginal}`),
);

/** P(y) is implied by P(y|x) alone, and where a label has enough of them. */
export function methodsFor(study: Study, { config }: Setting): string[] {
  return ids.filter((id) => !id.endsWith(":implied") || (id !== "identify:implied" && canImply(study, id, config)));
}

/** Each method under each error model: ρ with PMI and the reference's, a figure a seed. */
export function underErrors(study: Study, setting: Setting) {
  const { config } = setting;
  const draws = Array.from({ length: SEEDS }, (_, i) => {
    const drawn = drawnAgain(study, { ...config, seed: `${config.seed}/${i + 1}` });
    return { drawn, jobs: withKnowsNothing(methodsFor(study, setting).map((id) => drawn.job(id, { k: config.k }))) };
  });
  const methods = draws[0]!.jobs.map(({ method }) => method);
  return Object.keys(errorModels).flatMap((errors) => {
    const bySeed = draws.map(({ drawn, jobs }) => rhosOf(drawn, jobs, errors));
    const rhosAt = (m: number): number[] => bySeed.map((rhos) => rhos[m]!);
    const reference = rhosAt(methods.findIndex(({ id }) => id === REFERENCE));
    return methods.map((method, m) => ({ dataset: study.dataset.name, errors, method, rhos: rhosAt(m), reference }));
  });
}

function drawnAgain({ dataset }: Study, config: Config): Study {
  const isWorld = dataset.name === `synthetic-${dataset.task}`;
  return prepareStudy(isWorld ? syntheticWorld(dataset.task as ShapeName, config.seed) : dataset, config);
}

function rhosOf({ dataset, seed }: Study, jobs: readonly Job<StudyTrial>[], errors: string): number[] {
  const ask = remembered(erring(idealAsk(dataset), errorModels[errors], seed));
  return jobs.map(({ method, trials }) => {
    const pool = { trials, ask };
    const estimates = trials.map((trial) => method.estimator(trial, ask, pool).pmi!);
    const truth = trials.map(({ pmi }) => pmi);
    return canonicalNumber(spearman(estimates, truth));
  });
}

/** Answers a question once for all methods that ask it, as a store would; by x itself, whose text is long. */
function remembered(ask: Ask): Ask {
  const known = new Map<unknown, Map<string, unknown>>();
  return ((query: Query) => {
    const x = "x" in query && query.x;
    const own = known.get(x) ?? new Map<string, unknown>();
    const key = `${query.kind} ${"y" in query ? query.y : query.candidates.join()}`;
    if (!own.has(key)) own.set(key, ask(query as never));
    known.set(x, own);
    return own.get(key);
  }) as Ask;
}
