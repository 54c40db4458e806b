import { normal, random } from "../src/index.ts";

export interface Columns {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Two columns correlated as a middling method with the truth; ties as from rounded probabilities. */
export function correlated(n: number, ties: boolean): Columns {
  const source = random(`correlated ${n}`);
  const round = (value: number) => (ties ? Math.round(10 * value) / 10 : value);
  const x = Float64Array.from({ length: n }, () => normal(source));
  const y = x.map((value) => round(value + normal(source)));
  return { x: x.map(round), y };
}

/** A noisy increasing relation on [0, 1]; ties in x where it is rounded to thousandths. */
export function increasing(n: number, ties: boolean): Columns {
  const source = random(`increasing ${n}`);
  const x = Float64Array.from({ length: n }, () => source.uniform());
  const y = x.map((value) => value * value + 0.3 * normal(source));
  return { x: ties ? x.map((value) => Math.round(1000 * value) / 1000) : x, y };
}

/** A Zipf marginal over as many labels as Words has. */
export const zipf: Float64Array = Float64Array.from({ length: 10_469 }, (_, i) => 1 / (i + 1));
