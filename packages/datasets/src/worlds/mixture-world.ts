import { type Dataset, type Input, type Label, type Marginal, type Observation, pmi } from "@promptnce/core";
import { inputIndex } from "../counts/counts.ts";

/** A made-up joint distribution of which everything is known. */
export interface SyntheticWorld extends Dataset {
  /** Every x, each with P(x) = 1 / inputs.length. */
  readonly inputs: readonly Input[];
}

/** One x with assoc(·|x): the labels it calls to mind, masses summing to one. */
export interface Associations {
  readonly id: string;
  readonly x: Input;
  readonly assoc: ReadonlyMap<Label, number>;
}

/** The parts of P(y|x) = (1 − ε) assoc(y|x) + ε background(y). */
interface Mixture {
  readonly task: string;
  readonly epsilon: number;
  /** Over all labels, each above zero, summing to one. */
  readonly background: Marginal;
  /** At least one, their inputs of distinct text. */
  readonly cues: readonly Associations[];
}

/** The world of a mixture: P(x) uniform, so that P(y) is the mean of P(y|x), without sampling. */
export function mixtureWorld({ task, epsilon, background, cues }: Mixture): SyntheticWorld {
  const name = `synthetic-${task}`;
  const find = inputIndex(cues);
  const mix = (assoc: number, y: Label): number => (1 - epsilon) * assoc + epsilon * (background.get(y) ?? 0);
  // The mean of assoc(y|x) over the inputs, for labels that any of them calls to mind.
  const associated = new Map<Label, number>();
  for (const { assoc } of cues) {
    for (const [y, mass] of assoc) associated.set(y, (associated.get(y) ?? 0) + mass / cues.length);
  }
  const labels = [...background.keys()];
  const marginal = new Map(labels.map((y) => [y, mix(associated.get(y) ?? 0, y)]));

  const observations = cues.flatMap(({ id, x, assoc }): Observation[] =>
    Array.from(assoc, ([y, mass]) => {
      const terms = { conditional: mix(mass, y), marginal: marginal.get(y) ?? 0 };
      return { id: `${id}/${y}`, x, y, ...terms, pmi: pmi(terms.conditional, terms.marginal) };
    }),
  );
  const conditional = (x: Input, y: Label): number => {
    const [cue] = find(x);
    if (cue === undefined) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    return mix(cue.assoc.get(y) ?? 0, y);
  };
  const inputs = cues.map(({ x }) => x);
  return { name, task, simulated: true, labels, inputs, observations, marginal, conditional, sources: [] };
}

/**
 * The mutual information of a world's X and Y in nats, exact up to rounding: the mean over x of Σ_y P(y|x) log(P(y|x) /
 * P(y)). Goes over every pair of input and label.
 */
export function mutualInformation(world: SyntheticWorld): number {
  const { inputs, marginal } = world;
  let sum = 0;
  for (const x of inputs) {
    for (const [y, base] of marginal) {
      const p = world.conditional(x, y);
      sum += p * Math.log(p / base);
    }
  }
  return sum / inputs.length;
}
