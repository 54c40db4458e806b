import { random, shuffle } from "./random.ts";
import type { Grounding, Label, Observation, Pair } from "../types.ts";

/** How the pairs of a grounded prompt are drawn: as people answered, y by P(y|x), or uniformly over distinct pairs. */
export const groundingDraws = ["answered", "uniform"] as const;

export type GroundingDraw = (typeof groundingDraws)[number];

const EXAMPLES = 4;

/**
 * What the grounded base-rate prompt shows: four input–output pairs with distinct inputs and eight label names drawn
 * uniformly from the label space, or all of a smaller one (Section 2.1). Which pairs are shown depends on the seed and
 * the pairs alone, so that a pilot with a smaller evaluation set asks the same base rates.
 * @param outside pairs that will not be scored: nothing shown may be in the evaluation set. By the draw `answered` a
 *   pair counts by its P(y|x), and one without it as one answer.
 * @throws RangeError where fewer than four distinct inputs are left outside.
 */
export function drawGrounding(
  outside: readonly (Pair & Partial<Pick<Observation, "conditional">>)[],
  labels: readonly Label[],
  seed: string | number,
  draw: GroundingDraw = "answered",
): Grounding {
  // A race of exponential times: each pair is first as often as its rate says, whichever others run.
  const timed = outside.map(({ id, x, y, conditional = 1 }) => {
    const lot = -Math.log(1 - random(`${seed}/grounding/${id}`).uniform());
    return { id, x, y, time: draw === "uniform" ? lot : lot / conditional };
  });
  timed.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  const examples = new Map<string, Pick<Pair, "x" | "y">>();
  for (const { x, y } of timed) {
    const input = JSON.stringify(x);
    if (!examples.has(input)) examples.set(input, { x, y });
    if (examples.size === EXAMPLES) break;
  }
  if (examples.size < EXAMPLES) {
    const found = `only ${examples.size} are outside the evaluation set`;
    throw new RangeError(`a grounded base rate shows 4 pairs with distinct inputs, but ${found}`);
  }
  return { examples: [...examples.values()], labels: shuffle(labels, random(`${seed}/grounding/labels`)).slice(0, 8) };
}
