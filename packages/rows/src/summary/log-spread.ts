import { ZERO_CLAMP } from "@promptnce/core";

/** How far the logarithms of the probabilities that came by are spread; nothing grows with them. */
export interface LogSpread {
  /** Zero counts as the clamp, as it does in PMI. */
  add(probability: number): void;
  /** The sum of squared deviations from their mean, exactly 0 where all are equal. */
  readonly sumOfSquares: number;
}

/** The spread of none so far (Welford's recurrence, which stays exact over millions). */
export function logSpread(): LogSpread {
  let count = 0;
  let mean = 0;
  let sumOfSquares = 0;
  return {
    add(probability) {
      const value = Math.log(probability === 0 ? ZERO_CLAMP : probability);
      const before = value - mean;
      count++;
      mean = count === 1 ? value : mean + before / count;
      sumOfSquares += before * (value - mean);
    },
    get sumOfSquares() {
      return sumOfSquares;
    },
  };
}
