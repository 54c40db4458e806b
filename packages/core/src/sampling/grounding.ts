import { random, shuffle } from "./random.ts";
import type { Grounding, GroundingExample, Label, Pair } from "../types.ts";

const EXAMPLES = 4;

/** A pair, with the probability that people give y to x, where known. */
interface GroundingPair extends Pair {
  readonly conditional?: number;
}

/**
 * What the grounded base-rate prompt shows: four input–output pairs with distinct inputs and eight
 * label names drawn uniformly from the label space, or all of a smaller one (Section 2.1). Which
 * pairs are shown depends on the seed and the pairs alone, so that a pilot with a smaller
 * evaluation set asks the same base rates.
 * @param outside pairs that will not be scored: nothing shown may be in the evaluation set. They
 *   are drawn as people answered: a pair counts by its P(y|x), and one without it as one answer.
 * @param responses how many responses to each input are shown: 1 shows the y that was drawn; a
 *   larger number shows the commonest responses outside, at most as many as there are.
 * @throws RangeError where fewer than four distinct inputs are left outside.
 * @example
 * const outside = ["DOG", "SUN", "SEA", "ICE"].map((cue) => ({ id: cue, x: { cue }, y: "WATER" }));
 * drawGrounding(outside, ["WATER", "CAT"], "seed").examples.length; // → 4
 */
export function drawGrounding(
  outside: readonly GroundingPair[],
  labels: readonly Label[],
  seed: string | number,
  responses = 1,
): Grounding {
  // A race of exponential times: each pair comes first with a probability proportional to its rate,
  // whatever the others.
  const times = Float64Array.from(outside, ({ id, conditional = 1 }) => {
    const lot = -Math.log(1 - random(`${seed}/grounding/${id}`).uniform());
    return lot / conditional;
  });
  const examples = new Map<string, GroundingExample>();
  while (examples.size < EXAMPLES) {
    const first = firstWithout(examples, outside, times);
    if (first === undefined) break;
    const { x, y } = first;
    examples.set(JSON.stringify(x), { x, y });
  }
  if (examples.size < EXAMPLES) {
    const found = `only ${examples.size} are outside the evaluation set`;
    throw new RangeError(`a grounded base rate shows 4 pairs with distinct inputs, but ${found}`);
  }
  if (responses > 1) showCommonest(examples, outside, responses);
  return { examples: [...examples.values()], labels: shownLabels(labels, seed) };
}

/**
 * {@link drawGrounding} of one context: its pairs and labels. Where fewer than four distinct inputs
 * are outside, as in a survey's question that three groups of people answer, it shows labels and no
 * pair.
 *
 * @example
 * const outside = [{ id: "1", x: { country: "France" }, y: "YES" }];
 * drawContextGrounding(outside, ["YES", "NO"], "seed");
 * // → { examples: [], labels: ["NO", "YES"] }
 */
export function drawContextGrounding(
  outside: readonly GroundingPair[],
  labels: readonly Label[],
  seed: string | number,
  responses = 1,
): Grounding {
  const inputs = new Set(outside.map(({ x }) => JSON.stringify(x)));
  return inputs.size < EXAMPLES
    ? { examples: [], labels: shownLabels(labels, seed) }
    : drawGrounding(outside, labels, seed, responses);
}

/** The first pair by its time, then by its id, of those whose input is no example. */
function firstWithout(
  examples: ReadonlyMap<string, unknown>,
  pairs: readonly GroundingPair[],
  times: Float64Array,
): GroundingPair | undefined {
  let first = -1;
  const isFirst = (i: number): boolean => {
    if (first === -1) return true;
    const later = times[i]! - times[first]!;
    return later < 0 || (!(later > 0) && pairs[i]!.id < pairs[first]!.id);
  };
  for (let i = 0; i < pairs.length; i++) {
    if (isFirst(i) && !examples.has(JSON.stringify(pairs[i]!.x))) first = i;
  }
  return pairs[first];
}

function shownLabels(labels: readonly Label[], seed: string | number): Label[] {
  return shuffle(labels, random(`${seed}/grounding/labels`)).slice(0, 8);
}

/**
 * Gives each example the most frequent responses to its input among the pairs; ties are broken by
 * id.
 */
function showCommonest(
  examples: Map<string, GroundingExample>,
  pairs: readonly GroundingPair[],
  responses: number,
): void {
  const byInput = Map.groupBy(pairs, ({ x }) => JSON.stringify(x));
  for (const [input, example] of examples) {
    const ordered = byInput
      .get(input)!
      .toSorted((a, b) => (b.conditional ?? 1) - (a.conditional ?? 1) || (a.id < b.id ? -1 : 1));
    const labels = new Set(ordered.map(({ y }) => y));
    examples.set(input, { ...example, responses: [...labels].slice(0, responses) });
  }
}
