import type { Dataset, Input, Label, Marginal, Observation } from "@promptnce/core";
import { inputIndex } from "../counts/input-index.ts";
import { observe } from "./observe.ts";

/** A made-up joint distribution of which everything is known. */
export interface SyntheticWorld extends Dataset {
  /** Every x, each with P(x) = 1 / inputs.length. */
  readonly inputs: readonly Input[];
}

/** One x with assoc(·|x): the labels it calls to mind, masses summing to one. */
export interface Cue {
  readonly id: string;
  readonly x: Input;
  readonly assoc: ReadonlyMap<Label, number>;
}

/** The parts of P(y|x) = (1 − ε) assoc(y|x) + ε background(y). */
export interface Mixture {
  readonly task: string;
  readonly epsilon: number;
  /** Over all labels, each above zero, summing to one. */
  readonly background: Marginal;
  /** At least one, their inputs of distinct text. */
  readonly cues: readonly Cue[];
}

/** The world of a mixture: P(x) uniform, so that P(y) is the mean of P(y|x), without sampling. */
export function mixtureWorld({ task, epsilon, background, cues }: Mixture): SyntheticWorld {
  const name = `synthetic-${task}`;
  const index = inputIndex<Cue>(Object.keys(cues[0]?.x ?? {}));
  for (const cue of cues) index.add(cue.x, cue);

  const mix = (assoc: number, y: Label): number => (1 - epsilon) * assoc + epsilon * (background.get(y) ?? 0);
  const associated = meanAssociation(cues);
  const labels = [...background.keys()];
  const marginal = new Map(labels.map((y) => [y, mix(associated.get(y) ?? 0, y)]));

  const observations = cues.flatMap(({ id, x, assoc }): Observation[] =>
    [...assoc].map(([y, mass]) => observe({ id: `${id}/${y}`, x, y }, mix(mass, y), marginal.get(y) ?? 0)),
  );
  const conditional = (x: Input, y: Label): number => {
    const [cue] = index.get(x);
    if (cue === undefined) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    return mix(cue.assoc.get(y) ?? 0, y);
  };
  const inputs = cues.map(({ x }) => x);
  const made = { name, task, simulated: true, labels, inputs, observations, marginal };
  return { ...made, conditional, sources: [] };
}

/** The mean of assoc(y|x) over the inputs, for labels that any of them calls to mind. */
function meanAssociation(cues: readonly Cue[]): Marginal {
  const means = new Map<Label, number>();
  for (const { assoc } of cues) {
    for (const [y, mass] of assoc) means.set(y, (means.get(y) ?? 0) + mass / cues.length);
  }
  return means;
}
