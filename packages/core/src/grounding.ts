import { random, shuffle } from "./random.ts";
import type { Grounding, Label, Pair } from "./types.ts";

/**
 * What the grounded base-rate prompt shows: four input–output pairs with distinct inputs and eight
 * label names drawn uniformly from the label space, or all of a smaller one (Section 2.1).
 *
 * @param outside pairs that will not be scored: nothing shown may be in the evaluation set.
 * @throws RangeError where fewer than four distinct inputs are left outside.
 */
export function drawGrounding(
  outside: readonly Pair[],
  labels: readonly Label[],
  seed: string | number,
): Grounding {
  const examples: Grounding["examples"][number][] = [];
  const seen = new Set<string>();
  for (const { x, y } of shuffle(outside, random(`${seed}/grounding/examples`))) {
    const input = JSON.stringify(x);
    if (seen.has(input)) continue;
    seen.add(input);
    examples.push({ x, y });
    if (examples.length === 4) break;
  }
  if (examples.length < 4) {
    throw new RangeError(
      `a grounded base rate shows 4 pairs with distinct inputs, but only ${examples.length} are outside the evaluation set`,
    );
  }
  return { examples, labels: shuffle(labels, random(`${seed}/grounding/labels`)).slice(0, 8) };
}
