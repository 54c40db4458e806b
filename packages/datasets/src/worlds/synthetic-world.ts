import { pmi } from "@promptnce/core/information";
import { normal, random, shuffle, type Random } from "@promptnce/core/sampling";
import type { Dataset, Input, Label, Marginal, Observation } from "@promptnce/core";
import { inputIndex } from "../counts/counts.ts";
import { type ShapeName, shapeNames, shapes, vocabularies } from "./synthetic-shapes.ts";

/** A made-up joint distribution, of which every probability is known. */
export interface SyntheticWorld extends Dataset {
  /** Every x, each with P(x) = 1 / inputs.length. */
  readonly inputs: readonly Input[];
}

/**
 * A world that resembles one of the datasets; the same seed gives the same world. P(x) is uniform
 * and
 *
 *     P(y|x) = (1 − ε) assoc(y|x) + ε background(y),   P(y) = mean over x of P(y|x)
 *
 * where assoc covers a few labels for each input, and background is a long tail over all labels.
 * Both sum to one, and no P(y|x) is zero, so every PMI is finite. The observations are the pairs
 * within assoc, as a study would have found them; `conditional` is defined for every label.
 *
 * @throws RangeError for an unknown name
 * @example
 * const { labels, inputs } = syntheticWorld("chaosnli", 1);
 * [labels.length, inputs.length]; // → [3, 800]
 */
export function syntheticWorld(task: ShapeName, seed: string | number = 1): SyntheticWorld {
  if (!Object.hasOwn(shapes, task)) {
    throw new RangeError(
      `there is no synthetic world ${JSON.stringify(task)}: name one of ${shapeNames.join(", ")}`,
    );
  }
  const shape = shapes[task];
  const source = random(`synthetic-${task}/${seed}`);
  const { labels, inputs } = vocabularies[task](source);
  // A Zipf–Mandelbrot tail with ranks in random order.
  const ranks = shuffle([...labels.keys()], source);
  const tail = ranks.map((rank) => (rank + shape.flatness) ** -shape.steepness);
  const draw = distinctDrawer(tail);
  const cues = inputs.map((x) => {
    const drawn = draw(shape.support, source);
    // Common labels are drawn more often; `tilt` also gives them more mass once drawn.
    const masses = drawn.map(
      (j) => (tail[j] ?? 0) ** shape.tilt * Math.exp(shape.spread * normal(source)),
    );
    const names = drawn.map((j) => labels[j] ?? "");
    return { x, assoc: normalised(names, masses) };
  });
  return mixtureWorld({ task, epsilon: shape.epsilon, background: normalised(labels, tail), cues });
}

/** The parts of P(y|x) = (1 − ε) assoc(y|x) + ε background(y), each of which sums to one. */
interface Mixture {
  readonly task: string;
  readonly epsilon: number;
  readonly background: Marginal;
  /** One or more inputs with distinct texts, each with the labels it is associated with. */
  readonly cues: readonly { readonly x: Input; readonly assoc: Marginal }[];
}

/**
 * The world of a mixture with uniform P(x), so that P(y) is the mean of P(y|x), computed without
 * sampling.
 */
export function mixtureWorld({ task, epsilon, background, cues }: Mixture): SyntheticWorld {
  const name = `synthetic-${task}`;
  const find = inputIndex(cues);
  const mix = (assoc: number, y: Label): number =>
    (1 - epsilon) * assoc + epsilon * (background.get(y) ?? 0);
  // The mean of assoc(y|x) over the inputs, for every label that some input is associated with.
  const associated = new Map<Label, number>();
  for (const { assoc } of cues) {
    for (const [y, mass] of assoc) {
      associated.set(y, (associated.get(y) ?? 0) + mass / cues.length);
    }
  }
  const labels = [...background.keys()];
  const marginal = new Map(labels.map((y) => [y, mix(associated.get(y) ?? 0, y)]));

  const observations = cues.flatMap(({ x, assoc }, i): Observation[] =>
    Array.from(assoc, ([y, mass]) => {
      const terms = { conditional: mix(mass, y), marginal: marginal.get(y) ?? 0 };
      return { id: `${i}/${y}`, x, y, ...terms, pmi: pmi(terms.conditional, terms.marginal) };
    }),
  );
  const conditional = (x: Input, y: Label): number => {
    const [cue] = find(x);
    if (cue === undefined) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    return mix(cue.assoc.get(y) ?? 0, y);
  };
  const inputs = cues.map(({ x }) => x);
  return {
    name,
    task,
    simulated: true,
    labels,
    inputs,
    observations,
    marginal,
    conditional,
    sources: [],
  };
}

function normalised(labels: readonly Label[], weights: readonly number[]): Map<Label, number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(labels.map((label, i) => [label, (weights[i] ?? 0) / total]));
}

/**
 * A function that draws distinct places, each in proportion to its weight among those not yet
 * drawn. It draws by rejection, which is fast while the drawn places hold a small part of the
 * weight.
 *
 * @throws RangeError on a draw of more places than have a weight above zero
 */
export function distinctDrawer(
  weights: readonly number[],
): (size: number, source: Random) => number[] {
  let total = 0;
  const sums = weights.map((weight) => (total += weight));
  const possible = weights.filter((weight) => weight > 0).length;
  return (size, source) => {
    if (size > possible) throw new RangeError(`cannot draw ${size} of ${possible} weighted places`);
    const drawn = new Set<number>();
    while (drawn.size < size) {
      drawn.add(firstAbove(sums, source.uniform() * total));
    }
    return [...drawn];
  };
}

/** The first place whose running sum exceeds the value, by binary search. */
function firstAbove(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The mutual information of a world's X and Y in nats, exact up to rounding: the mean over x of
 * Σ_y P(y|x) log(P(y|x) / P(y)). The sum covers every pair of an input and a label.
 *
 * @example
 * mutualInformation(syntheticWorld("chaosnli", 1)); // → 0.333
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
