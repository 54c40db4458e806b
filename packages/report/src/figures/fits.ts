import { isotonicFit, leastSquares, type Line, logProbability } from "@promptnce/core";

/** An estimate with its true value. */
export interface Point {
  readonly estimate: number;
  readonly truth: number;
}

interface Fits {
  readonly line?: Pick<Line, "slope" | "intercept">;
  /** The isotonic map's knots. */
  readonly isotonic?: readonly Point[];
}

/**
 * The least-squares line of truth on estimate, of their logarithms where they are probabilities, since
 * that is how they are drawn, and the isotonic map; neither where estimates do not vary.
 */
export function fits(points: readonly Point[], term: "conditional" | "marginal" | "pmi"): Fits {
  const estimates = points.map(({ estimate }) => estimate);
  const truth = points.map((point) => point.truth);
  if (new Set(estimates).size < 2) return {};
  const scale = term === "pmi" ? (value: number) => value : logProbability;
  const { x, y } = isotonicFit(estimates, truth);
  return {
    line: leastSquares(estimates.map(scale), truth.map(scale)),
    isotonic: Array.from(x, (estimate, i) => ({ estimate, truth: y[i] as number })),
  };
}
