import { type Label, normal, random, type Random, shuffle } from "@promptnce/core";
import { type Associations, mixtureWorld, type SyntheticWorld } from "./mixture-world.ts";
import { type ShapeName, shapeNames, shapes, vocabularies } from "./synthetic-shapes.ts";

/**
 * A world shaped like one of the datasets, the same from the same seed. P(x) is uniform and
 *
 *     P(y|x) = (1 − ε) assoc(y|x) + ε background(y),   P(y) = mean over x of P(y|x)
 *
 * where assoc has few labels an input and background a long tail over all of them. Both sum to one over the labels and
 * no P(y|x) is zero, so every PMI is finite. The observations are the pairs within assoc, as a study would have found;
 * `conditional` answers any label.
 * @throws RangeError for a name that no world has
 */
export function syntheticWorld(task: ShapeName, seed: string | number = 1): SyntheticWorld {
  if (!Object.hasOwn(shapes, task)) {
    throw new RangeError(`there is no synthetic world ${JSON.stringify(task)}: name one of ${shapeNames.join(", ")}`);
  }
  const shape = shapes[task];
  const source = random(`synthetic-${task}/${seed}`);
  const { labels, inputs } = vocabularies[task](source);
  // A Zipf–Mandelbrot tail, its ranks in random order.
  const ranks = shuffle([...labels.keys()], source);
  const tail = ranks.map((rank) => (rank + shape.flatness) ** -shape.steepness);
  const draw = distinctDrawer(tail);
  const cues = inputs.map((x, i): Associations => {
    const drawn = draw(shape.support, source);
    // Common labels are drawn more often; `tilt` lets them also weigh more once drawn.
    const masses = drawn.map((j) => (tail[j] ?? 0) ** shape.tilt * Math.exp(shape.spread * normal(source)));
    const names = drawn.map((j) => labels[j] ?? "");
    return { id: `${i}`, x, assoc: normalised(names, masses) };
  });
  const background = normalised(labels, tail);
  return mixtureWorld({ task, epsilon: shape.epsilon, background, cues });
}

function normalised(labels: readonly Label[], weights: readonly number[]): Map<Label, number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(labels.map((label, i) => [label, (weights[i] ?? 0) / total]));
}

/** Draws distinct places, each next one by its weight among those left; by rejection, fast while they hold little. */
export function distinctDrawer(weights: readonly number[]): (size: number, source: Random) => number[] {
  let total = 0;
  const sums = weights.map((weight) => (total += weight));
  const possible = weights.filter((weight) => weight > 0).length;
  return (size, source) => {
    if (size > possible) throw new RangeError(`cannot draw ${size} of ${possible} weighted places`);
    const drawn = new Set<number>();
    while (drawn.size < size) drawn.add(firstAbove(sums, source.uniform() * total));
    return [...drawn];
  };
}

/** The first place whose running sum is above the value (binary search). */
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
