import { candidateSet, drawGrounding, method, splitPairs } from "@promptnce/core";
import type { Dataset, Grounding, Method, Observation, Trial } from "@promptnce/core";
import type { Config } from "./config.ts";

/** A dataset made ready to be asked about: split, grounded and seeded. */
export interface Study {
  readonly dataset: Dataset;
  readonly development: readonly Observation[];
  readonly evaluation: readonly Observation[];
  readonly grounding: Grounding;
  readonly seed: string;
  /** The evaluation pairs with their candidate sets. */
  trials(k: number): readonly StudyTrial[];
  method(id: string): Method;
}

/** A trial that still knows what people did. */
export type StudyTrial = Trial & Observation;

/**
 * Splits a dataset and draws what its grounded prompt shows from outside the evaluation set.
 *
 * @throws RangeError naming the dataset where it has too few pairs.
 */
export function prepareStudy(
  dataset: Dataset,
  { pairs, dev, seed }: Pick<Config, "pairs" | "dev" | "seed">,
): Study {
  const stream = `${seed}/${dataset.name}`;
  const { development, evaluation, rest } = inDataset(dataset, () =>
    splitPairs(dataset.observations, { evaluation: pairs, development: dev, seed: stream }),
  );
  const outside = [...development, ...rest];
  const grounding = inDataset(dataset, () => drawGrounding(outside, dataset.labels, stream));
  const byK = new Map<number, StudyTrial[]>();
  return {
    dataset,
    development,
    evaluation,
    grounding,
    seed,
    trials: (k) => {
      const known = byK.get(k);
      if (known) return known;
      const trials = evaluation.map((pair) => {
        return { ...pair, candidates: candidateSet(pair, dataset.marginal, k, stream) };
      });
      byK.set(k, trials);
      return trials;
    },
    method: (id) => method(id, { grounding, marginal: dataset.marginal }),
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
