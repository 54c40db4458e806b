import { random, shuffle } from "./random.ts";
import type { Grounding, Label, Pair } from "../types.ts";

/**
 * What the grounded base-rate prompt shows: four input–output pairs with distinct inputs and eight label names drawn
 * uniformly from the label space, or all of a smaller one (Section 2.1). Which pairs are shown depends on the seed and
 * the pairs alone, so that a pilot with a smaller evaluation set asks the same base rates.
 * @param outside pairs that will not be scored: nothing shown may be in the evaluation set.
 * @throws RangeError where fewer than four distinct inputs are left outside.
 */
export function drawGrounding(outside: readonly Pair[], labels: readonly Label[], seed: string | number): Grounding {
  const draws = outside.map((pair) => ({ ...pair, draw: random(`${seed}/grounding/${pair.id}`).bits() }));
  draws.sort((a, b) => a.draw - b.draw || (a.id < b.id ? -1 : 1));
  const byInput = [...Map.groupBy(draws, ({ x }) => JSON.stringify(x)).values()];
  const examples = byInput.slice(0, 4).map(([first]) => ({ x: first!.x, y: first!.y }));
  if (examples.length < 4) {
    throw new RangeError(
      `a grounded base rate shows 4 pairs with distinct inputs, but only ${examples.length} are outside the evaluation set`,
    );
  }
  return { examples, labels: shuffle(labels, random(`${seed}/grounding/labels`)).slice(0, 8) };
}
