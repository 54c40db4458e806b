import type { SyntheticWorld } from "./mixture-world.ts";

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
