import { incompleteBeta } from "../numerics/incomplete-beta.ts";

/**
 * The x below which a beta distribution has this probability, to 10 digits, for a and b above 0. By
 * halving, until there is no number between.
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let x = 0.5; low < x && x < high; x = (low + high) / 2) {
    if (incompleteBeta(a, b, x) < probability) low = x;
    else high = x;
  }
  return high;
}
