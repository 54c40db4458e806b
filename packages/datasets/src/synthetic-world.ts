import { normal, random, shuffle } from "@promptnce/core";
import type { Dataset, Input, Label, Observation, Random } from "@promptnce/core";
import { inputIndex } from "./input-index.ts";
import { observe } from "./observe.ts";
import { shapes } from "./synthetic-shapes.ts";
import type { Shape, ShapeName } from "./synthetic-shapes.ts";
import { distinctDrawer } from "./weighted-draw.ts";

/** A made-up joint distribution of which everything is known. */
export interface SyntheticWorld extends Dataset {
  /** Every x, each with P(x) = 1 / inputs.length. */
  readonly inputs: readonly Input[];
}

/** One x with assoc(·|x): the labels it calls to mind, masses summing to one. */
interface Cue {
  readonly id: string;
  readonly x: Input;
  readonly assoc: ReadonlyMap<Label, number>;
}

/**
 * A world shaped like one of the datasets, the same from the same seed. P(x) is uniform and
 *
 *     P(y|x) = (1 − ε) assoc(y|x) + ε background(y),   P(y) = mean over x of P(y|x)
 *
 * where assoc has few labels an input and background a long tail over all of them. Both sum to one
 * over the labels and no P(y|x) is zero, so every PMI is finite. The observations are the pairs
 * within assoc, as a study would have found; `conditional` answers any label.
 */
export function syntheticWorld(name: ShapeName, seed: string | number = 1): SyntheticWorld {
  const shape = shapes[name];
  const source = random(`synthetic-${name}/${seed}`);
  const { labels, inputs } = shape.vocabulary(source);
  const tail = longTail(shape, labels.length, source);
  const draw = distinctDrawer(tail);
  const cues = inputs.map((x, i): Cue => {
    const drawn = draw(shape.support, source);
    // Common labels are drawn more often; `tilt` lets them also weigh more once drawn.
    const masses = drawn.map(
      (j) => (tail[j] ?? 0) ** shape.tilt * Math.exp(shape.spread * normal(source)),
    );
    return {
      id: `${i}`,
      x,
      assoc: normalised(
        drawn.map((j) => labels[j] ?? ""),
        masses,
      ),
    };
  });
  return world(name, shape.epsilon, normalised(labels, tail), cues);
}

/** A Zipf–Mandelbrot tail, (rank + flatness)^−steepness, its ranks in random order. */
function longTail({ flatness, steepness }: Shape, size: number, source: Random): number[] {
  const ranks = shuffle([...Array(size).keys()], source);
  return ranks.map((rank) => (rank + flatness) ** -steepness);
}

function normalised(labels: readonly Label[], weights: readonly number[]): Map<Label, number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(labels.map((label, i) => [label, (weights[i] ?? 0) / total]));
}

function world(
  task: ShapeName,
  epsilon: number,
  background: ReadonlyMap<Label, number>,
  cues: readonly Cue[],
): SyntheticWorld {
  const fields = Object.keys(cues[0]?.x ?? {});
  const index = inputIndex<Cue>(fields);
  const assocSums = new Map<Label, number>();
  for (const cue of cues) {
    index.add(cue.x, cue);
    for (const [y, mass] of cue.assoc) assocSums.set(y, (assocSums.get(y) ?? 0) + mass);
  }
  const mix = (assoc: number, y: Label): number =>
    (1 - epsilon) * assoc + epsilon * (background.get(y) ?? 0);
  const marginal = new Map(
    [...background.keys()].map((y) => [y, mix((assocSums.get(y) ?? 0) / cues.length, y)]),
  );
  const observations = cues.flatMap(({ id, x, assoc }): Observation[] =>
    [...assoc].map(([y, mass]) =>
      observe({ id: `${id}/${y}`, x, y }, mix(mass, y), marginal.get(y) ?? 0),
    ),
  );
  const name = `synthetic-${task}`;
  return {
    name,
    task,
    simulated: true,
    labels: [...background.keys()],
    inputs: cues.map(({ x }) => x),
    observations,
    marginal,
    conditional: (x, y) => {
      const [cue] = index.get(x);
      if (cue === undefined) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
      return mix(cue.assoc.get(y) ?? 0, y);
    },
    sources: [],
  };
}
