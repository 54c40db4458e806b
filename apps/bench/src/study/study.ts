import {
  describeMethod,
  canImply as implies,
  method,
  rotated,
  type Method,
} from "@promptnce/core/methods";
import {
  contextKey,
  marginalsOf,
  type Dataset,
  type Grounding,
  type InContext,
  type Observation,
  type Trial,
} from "@promptnce/core";
import type { FrameTerms } from "@promptnce/core/frame";
import { candidateSet, splitPairs } from "@promptnce/core/sampling";
import {
  datasetNames,
  readDataset,
  type ShapeName,
  syntheticWorld,
  type SyntheticWorld,
} from "@promptnce/datasets";
import { contextMistake, type Pack } from "@promptnce/prompts/packs";
import { UsageError } from "@promptnce/command/errors";
import { type Config, isReal, syntheticDatasets } from "./config.ts";
import { groundings, peoplesCounts } from "./in-contexts.ts";
import type { Job } from "./job.ts";
import { OPINIONQA } from "./opinionqa-pack.ts";
import { entryOf } from "./kept.ts";
import { type ScoredPairs, scoredPairs } from "./study-frame.ts";

/** A trial that includes the human data. */
export type StudyTrial = Trial & Observation;

export interface JobOptions {
  readonly k: number;
  /** The pairs for scoring, or those for fitting the recalibration. */
  readonly list?: "evaluation" | "development";
  /** The number of pairs to take from the start, which are themselves a uniform draw. */
  readonly first?: number | undefined;
  readonly samples?: number;
}

/** A dataset prepared for questions: split, grounded and seeded. */
export interface Study {
  readonly dataset: Dataset;
  readonly development: readonly Observation[];
  readonly evaluation: readonly Observation[];
  /** The seed of all random choices in this study. */
  readonly seed: string;
  /**
   * The grounding examples, with this number of responses per input; the run's number by default.
   */
  readonly grounding: (responses?: number) => InContext<Grounding>;
  /** The evaluation pairs with this quantity, or the first of them. */
  readonly scored: (term: keyof FrameTerms, first?: number) => ScoredPairs;
  /** A method, or the one with this id, on the pairs of the study. */
  readonly job: (idOrMethod: string | Method, options: JobOptions) => Job<StudyTrial>;
}

/** The data available to an experiment. */
export interface Setting {
  readonly config: Config;
  readonly studies: readonly Study[];
}

/**
 * The prepared datasets of a run, in the order named; if none is named, those of others, or else
 * all worlds or all real ones. @throws UsageError for an unknown dataset name.
 */
export async function prepareStudies(
  config: Config,
  packs: readonly Pack[] = [],
): Promise<Study[]> {
  const ownDatasets = new Map(
    packs.flatMap(({ datasets }) => datasets.map((dataset) => [dataset.name, dataset] as const)),
  );
  const builtInNames = config.data === undefined ? syntheticDatasets : datasetNames;
  const all = ownDatasets.size > 0 ? [...ownDatasets.keys()] : builtInNames;
  const tasks = packs.flatMap((pack) => pack.tasks);
  const studies: Study[] = [];
  for (const name of config.dataset.length > 0 ? config.dataset : all) {
    const dataset = ownDatasets.get(name) ?? (await builtIn(name, config));
    const mistake = contextMistake(dataset, tasks);
    if (mistake !== undefined) throw new UsageError(`--dataset: ${mistake}`);
    studies.push(prepareStudy(dataset, config));
  }
  const uncounted =
    config.people === undefined && config.methods.find((id) => describeMethod(id)?.needs.counts);
  if (uncounted) {
    throw new UsageError(
      `--methods: ${uncounted} draws the model's base rates towards labels that people gave; say of how many people, as --people 1000`,
    );
  }
  for (const study of studies) {
    const refused = config.methods.find(
      (id) => describeMethod(id)?.needs.allAnswers && !canImply(study, id, config),
    );
    if (refused === undefined) continue;
    throw new UsageError(
      `--methods: ${refused} takes P(y) as the mean of the model's own P(y|x), and ${study.evaluation.length} pairs of ` +
        `${study.dataset.name} have ${fewFor(study)}: name others with --dataset, or raise --pairs`,
    );
  }
  return studies;
}

function fewFor({ dataset: { marginalIn, labels } }: Study): string {
  return marginalIn === undefined
    ? `fewer than ten for each of its ${labels.length} labels`
    : "fewer than two different x for each of their contexts";
}

/** What the worlds of the last seed are kept under. */
let seeded = { seed: "", worlds: new Map<ShapeName, SyntheticWorld>() };

/**
 * The synthetic world of this shape with the run's seed. Runs of one seed share it, and with it all
 * that is made from its pairs: `bench report` of a folder reads many.
 */
export function worldOf(shape: ShapeName, { seed }: Config): SyntheticWorld {
  if (seeded.seed !== seed) seeded = { seed, worlds: new Map() };
  return entryOf(seeded.worlds, shape, () => syntheticWorld(shape, seed));
}

async function builtIn(name: string, config: Config): Promise<Dataset> {
  if (isReal(name)) return readDataset(name, config.data as string);
  if ((syntheticDatasets as readonly string[]).includes(name)) {
    return worldOf(name.replace(/^synthetic-/, "") as ShapeName, config);
  }
  const allNames = [...datasetNames, OPINIONQA, ...syntheticDatasets].join(", ");
  throw new UsageError(`--dataset: there is no ${name}; name one of ${allNames}, or of a --pack`);
}

/**
 * Whether the pairs give the method with this id, such as `promptnce:implied`, its own P(y): ten
 * conditionals a label or, where there are contexts, two different x in each, on average.
 */
export function canImply(
  { dataset, evaluation }: Study,
  method: string,
  { k }: { readonly k: number },
): boolean {
  if (dataset.marginalIn !== undefined) {
    const inputs = evaluation.map(({ x, context }) => JSON.stringify([contextKey(context), x]));
    const contexts = new Set(evaluation.map(({ context }) => contextKey(context)));
    return new Set(inputs).size >= 2 * contexts.size;
  }
  return implies(describeMethod(method) ?? {}, {
    trials: evaluation.length,
    k,
    labels: dataset.labels.length,
  });
}

/** The sampling settings of a study and the form of its questions, as {@link Config} has them. */
interface StudySettings {
  readonly pairs: number;
  readonly dev: number;
  readonly people?: number | undefined;
  readonly seed: string;
  readonly rotations: number;
  readonly responses: number;
}

/** The paper's sizes (Section 5). */
export const PAPER = { pairs: 500, dev: 200 };

/**
 * Splits the dataset and draws the grounding examples from outside the evaluation set.
 *
 * @throws RangeError if there are too few pairs
 */
export function prepareStudy(dataset: Dataset, config: StudySettings): Study {
  const { pairs, dev, rotations, people } = config;
  const seed = `${config.seed}/${dataset.name}`;
  const sizes = { evaluation: pairs, development: dev, seed };
  const { development, evaluation, rest } = inDataset(dataset, () =>
    splitPairs(dataset.observations, sizes),
  );
  // The rest begins with the pairs that a larger run evaluates. A pilot avoids all pairs that a run
  // of the paper's size evaluates, so that both show the same examples and ask for the same base
  // rates.
  const counted = pairs + dev + rest.length;
  const later = counted < PAPER.pairs + PAPER.dev ? 0 : Math.max(0, PAPER.pairs - pairs);
  const outside = [...development, ...rest.slice(later)];
  const shownByResponses = new Map<number, InContext<Grounding>>();
  const grounding = (responses = config.responses) =>
    entryOf(shownByResponses, responses, () =>
      inDataset(dataset, () => groundings(dataset, outside, { seed, responses })),
    );
  const marginal = marginalsOf(dataset);
  const shown = grounding();
  const trialsOf = (pairs: readonly Observation[]) => {
    const trials = new Map<number, readonly StudyTrial[]>();
    return (k: number): readonly StudyTrial[] =>
      entryOf(trials, k, () =>
        pairs.map((pair) => ({ ...pair, candidates: candidateSet(pair, marginal, k, seed) })),
      );
  };
  const lists = { development: trialsOf(development), evaluation: trialsOf(evaluation) };
  const counts = people && peoplesCounts(dataset, people, seed);
  const context = { grounding: shown, marginal, ...(counts && { counts }) };
  return {
    dataset,
    development,
    evaluation,
    grounding,
    seed,
    scored: scoredPairs(dataset, evaluation),
    job: (idOrMethod, { k, list = "evaluation", first, samples = 1 }) => ({
      subject: dataset,
      method: rotated(
        typeof idOrMethod === "string" ? method(idOrMethod, context) : idOrMethod,
        rotations,
      ),
      k,
      list,
      trials: lists[list](k).slice(0, first),
      samples,
    }),
  };
}

function inDataset<T>(dataset: Dataset, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${dataset.name}: ${error.message}`);
    throw error;
  }
}
